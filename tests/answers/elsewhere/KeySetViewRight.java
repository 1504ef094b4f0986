// proved
// A concurrent map's iterators bear it.
import java.util.*;
import java.util.concurrent.*;

public class KeySetViewRight {
    public static void main(String[] args) throws Exception {
        Map<Integer, String> map = new ConcurrentSkipListMap<>(Map.of(1, "a", 2, "b"));
        Thread remover = new Thread(() -> map.keySet().remove(2));
        remover.start();
        int seen = 0;
        for (String value : map.values()) seen += value.length();
        remover.join();
        assert seen == 1 || seen == 2;
    }
}
