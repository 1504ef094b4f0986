// found: exception, race
// A format walks through a map that another thread changes.
import java.util.*;
import java.util.concurrent.*;

public class PrintfMapWrong {
    public static void main(String[] args) throws Exception {
        Map<String, Integer> map = new HashMap<>(Map.of("a", 1));
        Thread putter = new Thread(() -> map.put("b", 2));
        putter.start();
        System.out.printf("%s and %d%n", map, 7);
        putter.join();
    }
}
