// proved
// timeouts any: found: assertion
// After the pool's end it has been counted.
import java.util.concurrent.*;

public class PoolCountRight {
    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        Future<Integer> future = pool.submit(() -> 1);
        future.get();
        pool.shutdown();
        pool.awaitTermination(Long.MAX_VALUE, TimeUnit.DAYS);
        assert pool.getCompletedTaskCount() == 1;
    }
}
