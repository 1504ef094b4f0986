// proved
// A PriorityBlockingQueue does it under a lock.
import java.util.*;
import java.util.concurrent.*;

public class HeapQueueRight {
    public static void main(String[] args) throws Exception {
        Queue<Integer> queue = new PriorityBlockingQueue<>(List.of(5));
        Thread other = new Thread(() -> queue.add(3));
        other.start();
        queue.add(4);
        other.join();
        assert queue.poll() == 3 && queue.poll() == 4 && queue.poll() == 5;
    }
}
