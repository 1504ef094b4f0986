// proved
// The greatest of all is.
import java.util.concurrent.atomic.*;

public class AccumulatorOrderRight {
    public static void main(String[] args) throws Exception {
        LongAccumulator accumulator = new LongAccumulator(Math::max, 0);
        Thread other = new Thread(() -> accumulator.accumulate(3));
        other.start();
        accumulator.accumulate(4);
        other.join();
        assert accumulator.get() == 4;
    }
}
