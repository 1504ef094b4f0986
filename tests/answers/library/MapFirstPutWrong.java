// found: assertion
// An iterator may come between the making of the table and the first element, and see the second element alone.
import java.util.concurrent.ConcurrentHashMap;

public class MapFirstPutWrong {
    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        Thread other = new Thread(() -> { map.put(0, 1); map.put(1, 1); });
        other.start();
        String seen = "";
        for (int key : map.keySet()) seen += key;
        other.join();
        assert !seen.equals("1");
    }
}
