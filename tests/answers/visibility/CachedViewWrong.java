// found: race
// The table of a map is no view, although it is made when it is first needed: entries get lost.
import java.util.HashMap;
import java.util.Map;

public class CachedViewWrong {
    static final Map<Integer, Integer> MAP = new HashMap<>();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> MAP.put(1, 1));
        other.start();
        MAP.put(1, 1);
        other.join();
    }
}
