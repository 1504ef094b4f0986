// proved
// After it.
import java.util.concurrent.atomic.*;

public class AdderSumRight {
    public static void main(String[] args) throws Exception {
        LongAdder adder = new LongAdder();
        Thread other = new Thread(adder::increment);
        other.start();
        adder.increment();
        other.join();
        assert adder.sum() == 2;
    }
}
