import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A pool that is never shut down: its worker waits for tasks for ever, and the program never ends. */
class PoolNeverShutDown {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> { });
    }
}
