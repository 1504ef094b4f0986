// proved
// One timer has one: its tasks never overlap.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class TimerTwoRight {
    static final AtomicInteger inside = new AtomicInteger();
    static final CountDownLatch over = new CountDownLatch(2);
    static TimerTask task() {
        return new TimerTask() {
            public void run() {
                assert inside.incrementAndGet() == 1;
                inside.decrementAndGet();
                over.countDown();
            }
        };
    }
    public static void main(String[] args) throws Exception {
        Timer first = new Timer(true);
        Timer second = first;
        first.schedule(task(), 1);
        second.schedule(task(), 1);
        over.await();
    }
}
