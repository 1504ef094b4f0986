// Fork-join: recursive tasks and actions, counted completers, invokeAll, exceptions, asynchronous pools.
package executors;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.atomic.AtomicLong;

public class Recursive {
    static class Fib extends RecursiveTask<Integer> {
        final int n;

        Fib(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n;
            Fib left = new Fib(n - 1);
            left.fork();
            return new Fib(n - 2).compute() + left.join();
        }
    }

    static class Sort extends RecursiveAction {
        final int[] data;
        final int from, to;

        Sort(int[] data, int from, int to) {
            this.data = data;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from < 16) {
                Arrays.sort(data, from, to);
                return;
            }
            int middle = (from + to) >>> 1;
            invokeAll(new Sort(data, from, middle), new Sort(data, middle, to));
            int[] left = Arrays.copyOfRange(data, from, middle);
            for (int i = 0, j = middle, k = from; i < left.length; k++) data[k] = j == to || left[i] <= data[j] ? left[i++] : data[j++];
        }
    }

    static class Sum extends CountedCompleter<Void> {
        final int[] data;
        final int from, to;
        final AtomicLong into;

        Sum(CountedCompleter<?> parent, int[] data, int from, int to, AtomicLong into) {
            super(parent);
            this.data = data;
            this.from = from;
            this.to = to;
            this.into = into;
        }

        @Override
        public void compute() {
            if (to - from > 20) {
                int middle = (from + to) >>> 1;
                setPendingCount(2);
                new Sum(this, data, from, middle, into).fork();
                new Sum(this, data, middle, to, into).fork();
            } else {
                for (int i = from; i < to; i++) into.addAndGet(data[i]);
            }
            tryComplete();
        }
    }

    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(3);
        System.out.println(pool.invoke(new Fib(12)) + " " + new Fib(9).invoke() + " " + pool.getParallelism() + " " + ForkJoinPool.commonPool().equals(ForkJoinPool.commonPool()));
        int[] data = new int[200];
        for (int i = 0; i < data.length; i++) data[i] = (i * 7919 + 13) % 211;
        AtomicLong sum = new AtomicLong();
        pool.invoke(new Sum(null, data, 0, data.length, sum));
        pool.invoke(new Sort(data, 0, data.length));
        boolean sorted = true;
        for (int i = 1; i < data.length; i++) sorted &= data[i - 1] <= data[i];
        System.out.println(sorted + " " + sum + " " + Arrays.stream(data).sum());
        ForkJoinTask<Object> failing = pool.submit(() -> { throw new IllegalStateException("in a task"); });
        try {
            failing.join();
        } catch (RuntimeException exception) {
            Throwable root = exception;
            while (root.getCause() != null) root = root.getCause();
            System.out.println(root.getMessage() + " " + failing.isCompletedAbnormally());
        }
        List<Callable<Integer>> calls = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int n = i;
            calls.add(() -> n * n);
        }
        int squares = 0;
        for (Future<Integer> future : pool.invokeAll(calls)) squares += future.get();
        System.out.println(squares + " " + pool.invokeAny(List.of(() -> "any")));
        System.out.println(ForkJoinTask.adapt(() -> "adapted").invoke() + " " + ForkJoinTask.inForkJoinPool() + " " + pool.submit(() -> ForkJoinTask.inForkJoinPool()).get());
        pool.shutdown();
        System.out.println(pool.awaitTermination(5, java.util.concurrent.TimeUnit.SECONDS) + " " + pool.isTerminated());
    }
}
