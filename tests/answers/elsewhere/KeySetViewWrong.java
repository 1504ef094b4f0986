// found: exception, race
// Removing from the key set removes from the map, which another thread walks through.
import java.util.*;
import java.util.concurrent.*;

public class KeySetViewWrong {
    public static void main(String[] args) throws Exception {
        Map<Integer, String> map = new TreeMap<>(Map.of(1, "a", 2, "b"));
        Thread remover = new Thread(() -> map.keySet().remove(2));
        remover.start();
        int seen = 0;
        for (String value : map.values()) seen += value.length();
        remover.join();
        assert seen == 1 || seen == 2;
    }
}
