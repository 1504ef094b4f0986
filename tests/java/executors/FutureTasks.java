// FutureTask by itself: results, failures, cancellation, running twice, and waiting for it.
package executors;

import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class FutureTasks {
    static class Counting<T> extends FutureTask<T> {
        int done;

        Counting(Callable<T> callable) {
            super(callable);
        }

        @Override
        protected void done() {
            done++;
        }

        boolean again() {
            return runAndReset();
        }
    }

    public static void main(String[] args) throws Exception {
        int[] runs = new int[1];
        Counting<Integer> task = new Counting<>(() -> ++runs[0]);
        System.out.println(task.isDone() + " " + task.again() + " " + task.again() + " " + task.isDone());
        task.run();
        task.run();
        System.out.println(task.get() + " " + runs[0] + " " + task.done + " " + task.cancel(true) + " " + task.isCancelled());
        FutureTask<String> failing = new FutureTask<>(() -> { throw new java.io.IOException("broken"); });
        failing.run();
        try {
            failing.get();
        } catch (ExecutionException exception) {
            System.out.println(exception.getMessage() + " | " + exception.getCause());
        }
        FutureTask<String> never = new FutureTask<>(() -> "never");
        try {
            never.get(1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException exception) {
            System.out.println("timeout");
        }
        System.out.println(never.cancel(false) + " " + never.cancel(false));
        try {
            never.get();
        } catch (CancellationException exception) {
            System.out.println("cancelled " + never.isDone());
        }
        CountDownLatch started = new CountDownLatch(1);
        FutureTask<String> slow = new FutureTask<>(() -> {
            try {
                started.countDown();
                Thread.sleep(1_000_000);
            } catch (InterruptedException exception) {
                System.out.println("interrupted by cancel");
            }
            return "slow";
        });
        Thread runner = new Thread(slow);
        runner.start();
        started.await();
        boolean cancelled = slow.cancel(true);
        runner.join();
        System.out.println(cancelled);
        FutureTask<Integer> awaited = new FutureTask<>(Executors.callable(() -> { }, 42));
        Thread[] waiters = new Thread[3];
        int[] got = new int[3];
        for (int i = 0; i < 3; i++) {
            int id = i;
            (waiters[i] = new Thread(() -> {
                try {
                    got[id] = awaited.get();
                } catch (InterruptedException | ExecutionException exception) {
                    System.out.println(exception);
                }
            })).start();
        }
        awaited.run();
        for (Thread waiter : waiters) waiter.join();
        System.out.println(got[0] + got[1] + got[2]);
    }
}
