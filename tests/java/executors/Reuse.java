// One worker keeps its thread local.
package executors;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class Reuse {
    public static void main(String[] args) throws Exception {
        ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 0);
        ExecutorService pool = Executors.newSingleThreadExecutor();
        for (int i = 0; i < 3; i++) pool.submit(() -> local.set(local.get() + 1)).get();
        System.out.println(pool.submit(local::get).get() + " " + local.get());
        pool.shutdown();
    }
}
