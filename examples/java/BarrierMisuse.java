import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;

// Workers meet at a barrier, as many as there are tasks at the start. A worker that finds nothing to do leaves without
// coming to the barrier, and the others wait there for ever.
//
//     raddle check examples/java/BarrierMisuse.java
//
// Expect: stuck
class BarrierMisuse {
    public static void main(String[] args) {
        CyclicBarrier barrier = new CyclicBarrier(2);
        AtomicInteger tasks = new AtomicInteger(2);
        for (int number = 1; number <= 2; number++) {
            new Thread(() -> {
                int done = 0;
                while (tasks.getAndDecrement() > 0) {
                    done++;
                }
                if (done > 0) {
                    try {
                        barrier.await();
                    } catch (InterruptedException | BrokenBarrierException impossible) {
                        throw new AssertionError(impossible);
                    }
                }
            }, "worker " + number).start();
        }
    }
}
