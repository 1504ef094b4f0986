// proved
// putIfAbsent.
import java.util.*;
import java.util.concurrent.atomic.*;

public class HashtableOnceRight {
    static final AtomicInteger puts = new AtomicInteger();
    public static void main(String[] args) throws Exception {
        Hashtable<String, Integer> table = new Hashtable<>();
        Runnable put = () -> { if (table.putIfAbsent("k", 1) == null) puts.incrementAndGet(); };
        Thread other = new Thread(put);
        other.start();
        put.run();
        other.join();
        assert puts.get() == 1;
    }
}
