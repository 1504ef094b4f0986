// found: exception
// A task that never ends: the pool can't terminate within any time.
import java.util.concurrent.*;

public class AwaitTerminationWrong {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        CountDownLatch never = new CountDownLatch(1);
        pool.execute(() -> { try { never.await(); } catch (InterruptedException e) { } });
        pool.shutdown();
        if (!pool.awaitTermination(10, TimeUnit.SECONDS)) {
            pool.shutdownNow();
            throw new IllegalStateException("too slow");
        }
    }
}
