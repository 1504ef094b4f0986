// proved
// Nor be waiting: it is one or the other, or over.
import java.util.concurrent.*;

public class ActiveCountRight {
    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        pool.execute(() -> { });
        assert pool.getActiveCount() <= 1 && pool.getQueue().size() == 0;
        pool.shutdown();
    }
}
