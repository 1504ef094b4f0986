// proved
// timeouts any: found: assertion
// The thread ends by itself.
import java.util.concurrent.*;

public class TimedJoinRight {
    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            latch.countDown();
        });
        thread.start();
        thread.join(2000);
        boolean over = !thread.isAlive();
        latch.countDown();
        assert over;
    }
}
