// proved
// One waits for the other.
import java.util.concurrent.CountDownLatch;

public class HookOrderRight {
    static final CountDownLatch flushed = new CountDownLatch(1);
    static int written;
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            written = 1;
            flushed.countDown();
        }));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                flushed.await();
            } catch (InterruptedException nobody) {
                return;
            }
            assert written == 1;
        }));
    }
}
