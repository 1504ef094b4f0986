// found: assertion
// When cancel(true) has made the future cancelled, the interrupt comes later.
import java.util.concurrent.*;

public class CancelInterruptsWrong {
    static volatile boolean running;
    public static void main(String[] args) throws Exception {
        FutureTask<Integer> task = new FutureTask<>(() -> { running = true; while (running) Thread.onSpinWait(); return 1; });
        Thread worker = new Thread(task);
        worker.start();
        while (!running) Thread.onSpinWait();
        Thread canceller = new Thread(() -> task.cancel(true));
        canceller.start();
        while (!task.isCancelled()) Thread.onSpinWait();
        assert worker.isInterrupted();
        running = false;
    }
}
