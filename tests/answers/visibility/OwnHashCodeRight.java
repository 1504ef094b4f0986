// proved
// A key that does not change.
import java.util.*;

public class OwnHashCodeRight {
    static class Key {
        volatile int number = 1;
        public int hashCode() { return number; }
        public boolean equals(Object other) { return other == this; }
    }
    public static void main(String[] args) throws Exception {
        Key key = new Key();
        Map<Key, Integer> map = new HashMap<>();
        map.put(key, 7);
        Thread changer = new Thread(() -> new Key().number = 2);
        changer.start();
        int value = map.get(key);
        changer.join();
    }
}
