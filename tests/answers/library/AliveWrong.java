// found: assertion
// A thread may have ended before anybody looks.
import java.util.concurrent.*;

public class AliveWrong {
    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            try { latch.await(); } catch (InterruptedException e) { throw new Error(e); }
        });
        thread.start();
        latch.countDown();
        assert thread.isAlive();
        thread.join();
        assert !thread.isAlive();
    }
}
