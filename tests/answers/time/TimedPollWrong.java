// found: exception
// The element may be taken by another.
import java.util.concurrent.*;

public class TimedPollWrong {
    public static void main(String[] args) throws Exception {
        LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
        Thread putter = new Thread(() -> queue.add("x"));
        putter.start();
        Thread taker = new Thread(queue::poll);
        taker.start();
        int length = queue.poll(1, TimeUnit.SECONDS).length();
    }
}
