// proved
// A worker that has nothing to do ends when its time is up, and in some schedules somebody waits for that.
import java.util.concurrent.ForkJoinPool;

public class WorkerSometimesJoinedRight {
    static volatile Thread worker;

    public static void main(String[] args) throws Exception {
        new ForkJoinPool(1).submit(() -> {
            worker = Thread.currentThread();
        });
        Thread seen = worker;
        if (seen != null) {
            seen.join();
        }
    }
}
