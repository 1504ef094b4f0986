// proved
// A queue's poll is one.
import java.util.*;
import java.util.concurrent.*;

public class IteratorSharedRight {
    public static void main(String[] args) throws Exception {
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>(List.of(1));
        Runnable take = () -> { Integer got = queue.poll(); };
        Thread other = new Thread(take);
        other.start();
        take.run();
        other.join();
    }
}
