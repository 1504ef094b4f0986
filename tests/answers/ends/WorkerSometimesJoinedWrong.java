// found: stuck
// A worker that waits inside of its task does not end.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;

public class WorkerSometimesJoinedWrong {
    static volatile Thread worker;

    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        new ForkJoinPool(1).submit(() -> {
            worker = Thread.currentThread();
            latch.await();
            return 1;
        });
        Thread seen = worker;
        if (seen != null) {
            seen.join();
        }
        latch.countDown();
    }
}
