// found: assertion
// Sorting calls compareTo, which must not see a change in its midst.
import java.util.*;

public class OwnCompareToWrong {
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
        changer.start();
        Arrays.sort(items);
        changer.join();
        assert items[0].key == 1;
    }
}
