// proved
// Cancelled it is cancelled, even if it runs by then.
import java.util.concurrent.*;

public class DelayedTaskRight {
    static volatile boolean ran;
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
        Future<?> future = timer.schedule(() -> { ran = true; }, 1, TimeUnit.SECONDS);
        if (future.cancel(false)) assert !ran || future.isCancelled();
        timer.shutdownNow();
    }
}
