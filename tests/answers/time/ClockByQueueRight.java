// proved
// A queue hands it over as well, and so does a monitor.
import java.util.concurrent.*;

public class ClockByQueueRight {
    public static void main(String[] args) throws Exception {
        ArrayBlockingQueue<Long> queue = new ArrayBlockingQueue<>(1);
        Object lock = new Object();
        Thread sleeper = new Thread(() -> {
            try { Thread.sleep(50); queue.put(System.currentTimeMillis()); } catch (InterruptedException e) { throw new Error(e); }
        });
        sleeper.start();
        long then = queue.take();
        assert System.currentTimeMillis() >= then;
        sleeper.join();
    }
}
