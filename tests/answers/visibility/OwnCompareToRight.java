// proved
// The change waits until the sort is over.
import java.util.*;

public class OwnCompareToRight {
    static volatile boolean down;
    static volatile boolean sorting;
    static class Item implements Comparable<Item> {
        final int key;
        Item(int key) { this.key = key; }
        public int compareTo(Item other) { assert !down; return key - other.key; }
    }
    public static void main(String[] args) throws Exception {
        Item[] items = {new Item(2), new Item(1)};
        Thread changer = new Thread(() -> down = true);
        Arrays.sort(items);
        changer.start();
        changer.join();
        assert items[0].key == 1;
    }
}
