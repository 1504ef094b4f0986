// Thread pools of every kind.
package executors;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class Pools {
    public static void main(String[] args) throws Exception {
        for (ExecutorService pool : new ExecutorService[] {Executors.newFixedThreadPool(3), Executors.newCachedThreadPool(), Executors.newSingleThreadExecutor(), Executors.newWorkStealingPool(2)}) {
            List<Callable<Integer>> tasks = new ArrayList<>();
            for (int i = 1; i <= 10; i++) { int n = i; tasks.add(() -> n * n); }
            int sum = 0;
            for (Future<Integer> future : pool.invokeAll(tasks)) sum += future.get();
            Future<?> failing = pool.submit(() -> { throw new IllegalStateException("task"); });
            try {
                failing.get();
            } catch (ExecutionException exception) {
                System.out.println(exception.getCause().getMessage());
            }
            int any = pool.invokeAny(List.of(() -> 5, () -> 5));
            pool.shutdown();
            System.out.println(sum + " " + any + " " + pool.awaitTermination(60, TimeUnit.SECONDS) + " " + pool.isTerminated());
            try {
                pool.submit(() -> 1).get(1, TimeUnit.SECONDS);
                System.out.println("accepted");
            } catch (RejectedExecutionException exception) {
                System.out.println("rejected");
            }
        }
        ThreadPoolExecutor limited = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), new ThreadPoolExecutor.CallerRunsPolicy());
        CountDownLatch gate = new CountDownLatch(1);
        limited.execute(() -> { try { gate.await(); } catch (InterruptedException exception) { } });
        limited.execute(() -> {});
        StringBuffer where = new StringBuffer();
        limited.execute(() -> where.append(Thread.currentThread().getName()));
        gate.countDown();
        limited.shutdown();
        System.out.println(where + " " + limited.awaitTermination(60, TimeUnit.SECONDS) + " " + limited.getCompletedTaskCount());
        ExecutorService named = Executors.newFixedThreadPool(1, task -> new Thread(task, "custom"));
        System.out.println(named.submit(() -> Thread.currentThread().getName()).get());
        Future<?> endless = named.submit(() -> { Thread.sleep(100000); return null; });
        System.out.println(endless.cancel(true) + " " + endless.isCancelled() + " " + (named.shutdownNow().size() < 2));
        try {
            endless.get();
        } catch (CancellationException exception) {
            System.out.println("cancelled");
        }
        ExecutorCompletionService<String> service = new ExecutorCompletionService<>(Runnable::run);
        service.submit(() -> "direct");
        System.out.println(service.take().get());
    }
}
