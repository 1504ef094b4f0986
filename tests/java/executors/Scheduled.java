// Scheduled executors.
package executors;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class Scheduled {
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
        StringBuffer log = new StringBuffer();
        CountDownLatch latch = new CountDownLatch(3);
        ScheduledFuture<String> later = pool.schedule(() -> { log.append("late "); return "value"; }, 800, TimeUnit.MILLISECONDS);
        pool.schedule(() -> log.append("early "), 10, TimeUnit.MILLISECONDS);
        System.out.println(later.get() + " " + log);
        ScheduledFuture<?> ticking = pool.scheduleAtFixedRate(latch::countDown, 5, 5, TimeUnit.MILLISECONDS);
        latch.await();
        ticking.cancel(false);
        System.out.println(ticking.isCancelled() + " " + ticking.isDone());
        try {
            pool.schedule(() -> "x", 100, TimeUnit.SECONDS).get(5, TimeUnit.MILLISECONDS);
        } catch (TimeoutException exception) {
            System.out.println("timeout");
        }
        System.out.println(pool.shutdownNow().size() >= 1);
        System.out.println(pool.awaitTermination(60, TimeUnit.SECONDS));
    }
}
