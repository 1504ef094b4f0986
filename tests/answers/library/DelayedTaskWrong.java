// found: assertion
// A task that is scheduled for later may run before main looks.
import java.util.concurrent.*;

public class DelayedTaskWrong {
    static volatile boolean ran;
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
        Future<?> future = timer.schedule(() -> { ran = true; }, 1, TimeUnit.SECONDS);
        assert !ran;
        timer.shutdownNow();
    }
}
