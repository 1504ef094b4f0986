// found: assertion
// The size of a concurrent map, while another thread puts.
import java.util.concurrent.*;

public class MapSizeWrong {
    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        Thread putter = new Thread(() -> map.put(1, 1));
        putter.start();
        map.put(2, 2);
        assert map.size() == 2;
        putter.join();
        assert map.size() == 2;
    }
}
