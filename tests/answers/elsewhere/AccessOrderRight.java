// proved
// Of a map in order of insertion it changes nothing.
import java.util.*;

public class AccessOrderRight {
    public static void main(String[] args) throws Exception {
        Map<Integer, Integer> map = new LinkedHashMap<>();
        map.put(1, 1);
        map.put(2, 2);
        Thread other = new Thread(() -> map.get(1));
        other.start();
        map.get(2);
        other.join();
    }
}
