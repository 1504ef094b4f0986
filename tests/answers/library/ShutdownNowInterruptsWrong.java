// found: assertion
// A pool that is shut down by another thread has not yet interrupted its worker.
import java.util.concurrent.*;

public class ShutdownNowInterruptsWrong {
    static volatile Thread worker;
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.execute(() -> {
            worker = Thread.currentThread();
            try { new CountDownLatch(1).await(); } catch (InterruptedException e) { Thread.currentThread().interrupt(); }
        });
        while (worker == null) Thread.onSpinWait();
        Thread stopper = new Thread(pool::shutdownNow);
        stopper.start();
        while (!pool.isShutdown()) Thread.onSpinWait();
        // Either the interrupt is pending or the worker has taken it, handed it on and ended.
        assert worker.isInterrupted() || worker.getState() != Thread.State.WAITING;
    }
}
