// proved
// A thread takes what it has put itself, or what the other has.
import java.util.concurrent.*;

public class DequeOfNodesRight {
    public static void main(String[] args) throws Exception {
        ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>();
        Runnable fill = () -> {
            deque.addFirst(1);
            assert deque.pollLast() != null;
        };
        Thread other = new Thread(fill);
        other.start();
        fill.run();
        other.join();
        assert deque.isEmpty();
    }
}
