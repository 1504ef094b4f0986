// found: assertion
// Both find the deque empty, and both fill it.
import java.util.concurrent.*;

public class DequeOfNodesWrong {
    public static void main(String[] args) throws Exception {
        ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>();
        Runnable fill = () -> {
            if (deque.isEmpty()) deque.add(1);
        };
        Thread other = new Thread(fill);
        other.start();
        fill.run();
        other.join();
        assert deque.size() == 1;
    }
}
