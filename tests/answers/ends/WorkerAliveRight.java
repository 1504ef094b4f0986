// proved
// A worker that has nothing to do ends when its time is up, and in some schedules somebody looks for that again and again.
import java.util.concurrent.ForkJoinPool;

public class WorkerAliveRight {
    static volatile Thread worker;

    public static void main(String[] args) throws Exception {
        new ForkJoinPool(1).submit(() -> {
            worker = Thread.currentThread();
        });
        Thread seen = worker;
        while (seen != null && seen.isAlive()) {
            Thread.onSpinWait();
        }
    }
}
