// proved
// At least what the thread itself has put.
import java.util.concurrent.*;

public class MapSizeRight {
    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        Thread putter = new Thread(() -> map.put(1, 1));
        putter.start();
        map.put(2, 2);
        assert map.size() >= 1;
        putter.join();
        assert map.size() == 2;
    }
}
