// ThreadPoolExecutor by hand: queue, growth, rejection policies, hooks, shutdown with what was left.
package executors;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class Rejection {
    public static void main(String[] args) throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        AtomicInteger after = new AtomicInteger(), before = new AtomicInteger(), ran = new AtomicInteger(), names = new AtomicInteger();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 2, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), task -> new Thread(task, "worker-" + names.incrementAndGet())) {
            @Override
            protected void beforeExecute(Thread thread, Runnable task) {
                before.incrementAndGet();
            }

            @Override
            protected void afterExecute(Runnable task, Throwable thrown) {
                after.incrementAndGet();
            }

            @Override
            protected void terminated() {
                System.out.println("terminated");
            }
        };
        Runnable task = () -> {
            try {
                gate.await();
                ran.incrementAndGet();
            } catch (InterruptedException exception) {
                System.out.println("interrupted");
            }
        };
        for (int i = 0; i < 3; i++) pool.execute(task);
        System.out.println(pool.getPoolSize() + " " + pool.getQueue().size());
        try {
            pool.execute(task);
        } catch (RejectedExecutionException exception) {
            System.out.println("rejected");
        }
        pool.setRejectedExecutionHandler(new ThreadPoolExecutor.CallerRunsPolicy());
        pool.execute(() -> System.out.println("in the caller: " + Thread.currentThread().getName()));
        pool.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardOldestPolicy());
        pool.execute(task);
        System.out.println(pool.getQueue().size());
        gate.countDown();
        pool.shutdown();
        System.out.println(pool.awaitTermination(10, TimeUnit.SECONDS));
        System.out.println(ran + " " + before + " " + after + " " + pool.getCompletedTaskCount() + " " + pool.getLargestPoolSize() + " " + names);
        ThreadPoolExecutor single = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(10));
        CountDownLatch started = new CountDownLatch(1);
        single.execute(() -> {
            started.countDown();
            try {
                Thread.sleep(1_000_000);
            } catch (InterruptedException exception) {
                System.out.println("stopped");
            }
        });
        started.await();
        for (int i = 0; i < 4; i++) single.execute(() -> System.out.println("never"));
        List<Runnable> left = single.shutdownNow();
        System.out.println(left.size() + " " + single.awaitTermination(10, TimeUnit.SECONDS) + " " + single.isShutdown());
    }
}
