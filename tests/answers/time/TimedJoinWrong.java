// found: assertion
// The thread waits for main, which waits for it with a time.
import java.util.concurrent.*;

public class TimedJoinWrong {
    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            try { latch.await(); } catch (InterruptedException e) { throw new Error(e); }
        });
        thread.start();
        thread.join(2000);
        boolean over = !thread.isAlive();
        latch.countDown();
        assert over;
    }
}
