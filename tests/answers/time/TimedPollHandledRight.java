// proved
// timeouts any: proved
// Nothing in time is an answer, too.
import java.util.concurrent.*;

public class TimedPollHandledRight {
    public static void main(String[] args) throws Exception {
        BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        Thread producer = new Thread(() -> queue.add(1));
        producer.start();
        Integer first = queue.poll(1, TimeUnit.SECONDS);
        assert first == null || first == 1;
        producer.join();
    }
}
