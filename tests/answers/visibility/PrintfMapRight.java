// proved
// The map is a concurrent one, whose text is that of some moment or other.
import java.util.*;
import java.util.concurrent.*;

public class PrintfMapRight {
    public static void main(String[] args) throws Exception {
        Map<String, Integer> map = new ConcurrentHashMap<>(Map.of("a", 1));
        Thread putter = new Thread(() -> map.put("b", 2));
        putter.start();
        System.out.printf("%s and %d%n", map, 7);
        putter.join();
    }
}
