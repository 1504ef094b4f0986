// found: assertion
// get and put are two.
import java.util.concurrent.*;

public class ComputeTwiceWrong {
    public static void main(String[] args) throws Exception {
        ConcurrentSkipListMap<String, Integer> map = new ConcurrentSkipListMap<>();
        map.put("k", 0);
        Runnable add = () -> map.put("k", map.get("k") + 1);
        Thread other = new Thread(add);
        other.start();
        add.run();
        other.join();
        assert map.get("k") == 2;
    }
}
