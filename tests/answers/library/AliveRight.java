// proved
// It does not end before it gets what it waits for.
import java.util.concurrent.*;

public class AliveRight {
    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            try { latch.await(); } catch (InterruptedException e) { throw new Error(e); }
        });
        thread.start();
        assert thread.isAlive();
        latch.countDown();
        thread.join();
        assert !thread.isAlive();
    }
}
