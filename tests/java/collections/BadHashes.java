// Keys with colliding hashes: bins become trees.
package collections;

import java.util.HashMap;
import java.util.Map;

public class BadHashes {
    static final class Key implements Comparable<Key> {
        final int id;
        Key(int id) { this.id = id; }
        @Override public int hashCode() { return id % 3; }
        @Override public boolean equals(Object other) { return other instanceof Key key && key.id == id; }
        @Override public int compareTo(Key other) { return Integer.compare(id, other.id); }
    }

    public static void main(String[] args) {
        Map<Key, Integer> map = new HashMap<>();
        for (int i = 0; i < 300; i++) map.put(new Key(i), i);
        long sum = 0;
        for (int i = 0; i < 300; i++) sum += map.get(new Key(i));
        for (int i = 0; i < 290; i++) map.remove(new Key(i));
        System.out.println(sum + " " + map.size() + " " + map.get(new Key(295)) + " " + map.containsKey(new Key(3)));
    }
}
