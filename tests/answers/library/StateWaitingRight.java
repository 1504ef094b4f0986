// proved
// With a time it is seen in a timed wait, never in another.
import java.util.concurrent.*;

public class StateWaitingRight {
    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            try { latch.await(9, TimeUnit.DAYS); } catch (InterruptedException e) { throw new Error(e); }
        });
        thread.start();
        assert thread.getState() != Thread.State.WAITING;
        latch.countDown();
        thread.join();
    }
}
