// proved
// Two come, and the barrier's action runs before they go on.
import java.util.concurrent.*;

public class BarrierBrokenRight {
    static volatile int trips;
    public static void main(String[] args) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2, () -> trips++);
        Thread other = new Thread(() -> {
            try { barrier.await(); } catch (Exception e) { throw new IllegalStateException(e); }
        });
        other.start();
        barrier.await();
        assert trips == 1;
        other.join();
    }
}
