// Work-stealing and single-thread executors, scheduled tasks with fixed rates and delays, and their cancellation.
package executors;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class WorkStealing {
    public static void main(String[] args) throws Exception {
        ExecutorService stealing = Executors.newWorkStealingPool(2);
        CountDownLatch latch = new CountDownLatch(10);
        for (int i = 0; i < 10; i++) stealing.execute(latch::countDown);
        latch.await();
        stealing.shutdown();
        ExecutorService single = Executors.newSingleThreadExecutor();
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 8; i++) {
            int id = i;
            single.execute(() -> order.add(id));
        }
        single.shutdown();
        System.out.println(single.awaitTermination(60, TimeUnit.SECONDS) + " " + order);
        ScheduledExecutorService scheduled = Executors.newScheduledThreadPool(2);
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch three = new CountDownLatch(3), two = new CountDownLatch(2);
        ScheduledFuture<?> rate = scheduled.scheduleAtFixedRate(() -> { if (three.getCount() > 0) log.add("rate"); three.countDown(); }, 5, 20, TimeUnit.MILLISECONDS);
        three.await();
        rate.cancel(false);
        ScheduledFuture<?> delay = scheduled.scheduleWithFixedDelay(() -> { if (two.getCount() > 0) log.add("delay"); two.countDown(); }, 1, 20, TimeUnit.MILLISECONDS);
        two.await();
        delay.cancel(true);
        ScheduledFuture<String> late = scheduled.schedule(() -> "late", 800, TimeUnit.MILLISECONDS);
        ScheduledFuture<String> early = scheduled.schedule(() -> "early", 1, TimeUnit.MILLISECONDS);
        System.out.println(log + " " + early.get() + " " + late.get() + " " + (late.getDelay(TimeUnit.MILLISECONDS) <= 0) + " " + (early.compareTo(late) < 0) + " " + rate.isCancelled());
        ScheduledFuture<?> failing = scheduled.scheduleAtFixedRate(() -> { throw new IllegalStateException("once only"); }, 0, 1, TimeUnit.MILLISECONDS);
        try {
            failing.get();
        } catch (java.util.concurrent.ExecutionException exception) {
            System.out.println(exception.getCause());
        }
        ScheduledFuture<?> never = scheduled.schedule(() -> System.out.println("never"), 1, TimeUnit.DAYS);
        ScheduledThreadPoolExecutor pool = (ScheduledThreadPoolExecutor) scheduled;
        pool.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        scheduled.shutdown();
        System.out.println(scheduled.awaitTermination(60, TimeUnit.SECONDS) + " " + never.isCancelled());
    }
}
