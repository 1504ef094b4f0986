// found: assertion
// Two ticks may pass before the timer is stopped.
import java.util.concurrent.*;

public class FixedRateWrong {
    static volatile int ticks;
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        CountDownLatch two = new CountDownLatch(2);
        timer.scheduleAtFixedRate(() -> { if (ticks < 2) ticks++; two.countDown(); }, 0, 10, TimeUnit.MILLISECONDS);
        assert ticks < 2;
        timer.shutdownNow();
    }
}
