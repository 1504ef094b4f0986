// proved
// timeouts any: found: exception
// The only taker gets it.
import java.util.concurrent.*;

public class TimedPollRight {
    public static void main(String[] args) throws Exception {
        LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
        Thread putter = new Thread(() -> queue.add("x"));
        putter.start();
        int length = queue.poll(1, TimeUnit.SECONDS).length();
    }
}
