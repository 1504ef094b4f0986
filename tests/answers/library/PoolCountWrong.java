// found: assertion
// A task's future is done before the pool counts the task as completed.
import java.util.concurrent.*;

public class PoolCountWrong {
    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        Future<Integer> future = pool.submit(() -> 1);
        future.get();
        pool.shutdown();
        assert pool.getCompletedTaskCount() == 1;
    }
}
