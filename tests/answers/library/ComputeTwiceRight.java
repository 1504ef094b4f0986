// proved
// merge is one.
import java.util.concurrent.*;

public class ComputeTwiceRight {
    public static void main(String[] args) throws Exception {
        ConcurrentSkipListMap<String, Integer> map = new ConcurrentSkipListMap<>();
        map.put("k", 0);
        Runnable add = () -> map.merge("k", 1, Integer::sum);
        Thread other = new Thread(add);
        other.start();
        add.run();
        other.join();
        assert map.get("k") == 2;
    }
}
