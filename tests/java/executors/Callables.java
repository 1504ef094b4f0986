// Results and failures of tasks.
package executors;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class Callables {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Future<Integer>> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) { int n = i; all.add(pool.submit(() -> { if (n == 2) throw new Exception("two"); return 10 / n; })); } for (Future<Integer> f : all) try { System.out.println(f.get()); } catch (ExecutionException e) { System.out.println(e.getCause()); } pool.shutdown();
        System.out.println(pool.isShutdown());
    }
}
