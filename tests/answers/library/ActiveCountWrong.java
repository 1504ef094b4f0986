// found: assertion
// A task that was executed need not be active yet.
import java.util.concurrent.*;

public class ActiveCountWrong {
    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        pool.execute(() -> { });
        assert pool.getActiveCount() == 1;
        pool.shutdown();
    }
}
