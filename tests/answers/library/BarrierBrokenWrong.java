// found: stuck
// One of three never comes.
import java.util.concurrent.*;

public class BarrierBrokenWrong {
    static volatile int trips;
    public static void main(String[] args) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(3, () -> trips++);
        Thread other = new Thread(() -> {
            try { barrier.await(); } catch (Exception e) { throw new IllegalStateException(e); }
        });
        other.start();
        barrier.await();
        assert trips == 1;
        other.join();
    }
}
