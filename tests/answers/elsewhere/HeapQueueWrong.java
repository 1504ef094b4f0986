// found: race, exception, assertion
// A PriorityQueue sifts in an array.
import java.util.*;
import java.util.concurrent.*;

public class HeapQueueWrong {
    public static void main(String[] args) throws Exception {
        Queue<Integer> queue = new PriorityQueue<>(List.of(5));
        Thread other = new Thread(() -> queue.add(3));
        other.start();
        queue.add(4);
        other.join();
        assert queue.poll() == 3 && queue.poll() == 4 && queue.poll() == 5;
    }
}
