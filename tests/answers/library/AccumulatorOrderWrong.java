// found: assertion
// An accumulator applies its function in any order: it has to be commutative.
import java.util.concurrent.atomic.*;

public class AccumulatorOrderWrong {
    public static void main(String[] args) throws Exception {
        LongAccumulator accumulator = new LongAccumulator((a, b) -> a * 2 + b, 0);
        Thread other = new Thread(() -> accumulator.accumulate(3));
        other.start();
        accumulator.accumulate(4);
        other.join();
        assert accumulator.get() == 10;
    }
}
