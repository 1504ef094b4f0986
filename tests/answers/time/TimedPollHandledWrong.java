// found: assertion
// Who gives up leaves the element to nobody.
import java.util.concurrent.*;

public class TimedPollHandledWrong {
    public static void main(String[] args) throws Exception {
        BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        Thread other = new Thread(() -> queue.poll());
        Thread producer = new Thread(() -> queue.add(1));
        producer.start();
        other.start();
        Integer first = queue.poll(1, TimeUnit.SECONDS);
        assert first != null;
    }
}
