// found: race
// A pool calls the factory in whatever thread submits: here in two, without a lock.
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class OwnFactoryWrong {
    static int made;
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2, work -> {
            return new Thread(work, "worker-" + made++);
        });
        Thread other = new Thread(() -> pool.execute(() -> { }));
        other.start();
        pool.execute(() -> { });
        other.join();
        pool.shutdown();
    }
}
