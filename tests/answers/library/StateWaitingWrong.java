// found: assertion
// A thread that waits for a latch is seen waiting.
import java.util.concurrent.*;

public class StateWaitingWrong {
    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            try { latch.await(); } catch (InterruptedException e) { throw new Error(e); }
        });
        thread.start();
        assert thread.getState() != Thread.State.WAITING;
        latch.countDown();
        thread.join();
    }
}
