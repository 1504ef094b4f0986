// found: assertion
// A thread that was started may have left its group.
import java.util.concurrent.*;

public class GroupCountWrong {
    public static void main(String[] args) throws Exception {
        ThreadGroup group = new ThreadGroup("group");
        CountDownLatch latch = new CountDownLatch(1);
        Thread thread = new Thread(group, () -> {
        });
        thread.start();
        assert group.activeCount() == 1;
        latch.countDown();
        thread.join();
    }
}
