// proved
// The factory's counter is atomic.
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class OwnFactoryRight {
    static final AtomicInteger made = new AtomicInteger();
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2, work -> {
            return new Thread(work, "worker-" + made.incrementAndGet());
        });
        Thread other = new Thread(() -> pool.execute(() -> { }));
        other.start();
        pool.execute(() -> { });
        other.join();
        pool.shutdown();
    }
}
