// proved
// The view of a map is made by whoever asks first; one view is as good as another.
import java.util.HashMap;
import java.util.Map;

public class CachedViewRight {
    static final Map<Integer, Integer> MAP = new HashMap<>(Map.of(1, 1));

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> MAP.keySet().size());
        other.start();
        if (!MAP.keySet().contains(1)) throw new AssertionError();
        other.join();
    }
}
