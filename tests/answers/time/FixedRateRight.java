// proved or bounded
// As many as they are, they are counted one after the other.
import java.util.concurrent.*;

public class FixedRateRight {
    static volatile int ticks;
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        CountDownLatch two = new CountDownLatch(2);
        timer.scheduleAtFixedRate(() -> { if (ticks < 2) ticks++; two.countDown(); }, 0, 10, TimeUnit.MILLISECONDS);
        two.await();
        timer.shutdownNow();
        assert ticks == 2;
    }
}
