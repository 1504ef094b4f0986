// found: assertion
// containsKey and put of a Hashtable.
import java.util.*;
import java.util.concurrent.atomic.*;

public class HashtableOnceWrong {
    static final AtomicInteger puts = new AtomicInteger();
    public static void main(String[] args) throws Exception {
        Hashtable<String, Integer> table = new Hashtable<>();
        Runnable put = () -> { if (!table.containsKey("k")) { table.put("k", 1); puts.incrementAndGet(); } };
        Thread other = new Thread(put);
        other.start();
        put.run();
        other.join();
        assert puts.get() == 1;
    }
}
