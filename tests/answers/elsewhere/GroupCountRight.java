// proved
// One that waits has not.
import java.util.concurrent.*;

public class GroupCountRight {
    public static void main(String[] args) throws Exception {
        ThreadGroup group = new ThreadGroup("group");
        CountDownLatch latch = new CountDownLatch(1);
        Thread thread = new Thread(group, () -> {
            try { latch.await(); } catch (InterruptedException e) { throw new Error(e); }
        });
        thread.start();
        assert group.activeCount() == 1;
        latch.countDown();
        thread.join();
    }
}
