// found: race
// Of a map in order of access, even get changes the order.
import java.util.*;

public class AccessOrderWrong {
    public static void main(String[] args) throws Exception {
        Map<Integer, Integer> map = new LinkedHashMap<>(16, 0.75f, true);
        map.put(1, 1);
        map.put(2, 2);
        Thread other = new Thread(() -> map.get(1));
        other.start();
        map.get(2);
        other.join();
    }
}
