// Tasks that wait for tasks.
package executors;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

public class Nested {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        Future<Integer> outer = pool.submit(() -> { Future<Integer> inner = pool.submit(() -> 20); return inner.get() + 1; });
        System.out.println(outer.get());
        pool.shutdown();
        System.out.println(pool.awaitTermination(60, TimeUnit.SECONDS));
    }
}
