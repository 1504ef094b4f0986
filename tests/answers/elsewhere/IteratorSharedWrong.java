// found: exception, assertion, race
// hasNext and next of a shared iterator are two steps.
import java.util.*;
import java.util.concurrent.*;

public class IteratorSharedWrong {
    public static void main(String[] args) throws Exception {
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>(List.of(1));
        Iterator<Integer> shared = new Vector<>(List.of(1)).iterator();
        Runnable take = () -> { if (shared.hasNext()) shared.next(); };
        Thread other = new Thread(take);
        other.start();
        take.run();
        other.join();
    }
}
