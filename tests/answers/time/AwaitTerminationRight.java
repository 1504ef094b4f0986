// proved
// timeouts any: found: exception
// A correct program that gives its pool ten seconds.
import java.util.concurrent.*;

public class AwaitTerminationRight {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.execute(() -> { });
        pool.shutdown();
        if (!pool.awaitTermination(10, TimeUnit.SECONDS)) {
            pool.shutdownNow();
            throw new IllegalStateException("too slow");
        }
    }
}
