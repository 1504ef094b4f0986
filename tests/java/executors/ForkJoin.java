// Recursive tasks.
package executors;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

public class ForkJoin {
    static class Fibonacci extends RecursiveTask<Integer> {
        final int n;
        Fibonacci(int n) { this.n = n; }
        @Override protected Integer compute() {
            if (n < 2) return n;
            Fibonacci left = new Fibonacci(n - 1);
            left.fork();
            return new Fibonacci(n - 2).compute() + left.join();
        }
    }
    static class Doubler extends RecursiveAction {
        final int[] data;
        final int from, to;
        Doubler(int[] data, int from, int to) { this.data = data; this.from = from; this.to = to; }
        @Override protected void compute() {
            if (to - from < 10) { for (int i = from; i < to; i++) data[i] *= 2; return; }
            int middle = (from + to) / 2;
            invokeAll(new Doubler(data, from, middle), new Doubler(data, middle, to));
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(new ForkJoinPool(3).invoke(new Fibonacci(12)));
        System.out.println(ForkJoinPool.commonPool().submit(new Fibonacci(10)).get());
        int[] data = IntStream.range(0, 100).toArray();
        new Doubler(data, 0, 100).invoke();
        System.out.println(IntStream.of(data).sum());
        ForkJoinPool pool = new ForkJoinPool(2);
        try {
            pool.submit(() -> { throw new IllegalStateException("bad"); }).get();
        } catch (ExecutionException exception) {
            System.out.println(exception.getCause() != null);
        }
        pool.shutdown();
        System.out.println(pool.awaitTermination(60, TimeUnit.SECONDS));
    }
}
