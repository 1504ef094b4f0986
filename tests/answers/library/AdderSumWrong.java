// found: assertion
// The sum of a LongAdder, while another thread adds.
import java.util.concurrent.atomic.*;

public class AdderSumWrong {
    public static void main(String[] args) throws Exception {
        LongAdder adder = new LongAdder();
        Thread other = new Thread(adder::increment);
        other.start();
        adder.increment();
        assert adder.sum() == 2;
        other.join();
    }
}
