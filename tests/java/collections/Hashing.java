// Hash maps at scale: treeified bins, removal while iterating, linked order, access order, identity, weak keys.
package collections;

import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

public class Hashing {
    record Key(int value) implements Comparable<Key> {
        @Override
        public int hashCode() {
            return value % 3;
        }

        @Override
        public int compareTo(Key other) {
            return Integer.compare(value, other.value);
        }
    }

    enum Color { RED, GREEN, BLUE }

    public static void main(String[] args) {
        Map<Key, Integer> map = new HashMap<>();
        for (int i = 0; i < 400; i++) map.put(new Key(i), i);
        int removed = 0;
        for (Iterator<Map.Entry<Key, Integer>> entries = map.entrySet().iterator(); entries.hasNext();) {
            if (entries.next().getValue() % 4 != 0) {
                entries.remove();
                removed++;
            }
        }
        int sum = 0;
        for (int i = 0; i < 400; i++) sum += map.getOrDefault(new Key(i), 0);
        System.out.println(removed + " " + map.size() + " " + sum);
        try {
            for (Key key : map.keySet()) map.remove(key.equals(new Key(0)) ? new Key(4) : new Key(8));
        } catch (ConcurrentModificationException exception) {
            System.out.println("modified");
        }
        LinkedHashMap<String, Integer> recent = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
                return size() > 3;
            }
        };
        for (String word : "a b c a d e a".split(" ")) recent.merge(word, 1, Integer::sum);
        System.out.println(recent);
        IdentityHashMap<String, Integer> identity = new IdentityHashMap<>();
        identity.put(new String("x"), 1);
        identity.put(new String("x"), 2);
        System.out.println(identity.size() + " " + identity.containsKey("x"));
        EnumMap<Color, List<Integer>> colors = new EnumMap<>(Color.class);
        for (int i = 0; i < 6; i++) colors.computeIfAbsent(Color.values()[(i * 2) % 3], color -> new ArrayList<>()).add(i);
        System.out.println(colors + " " + EnumSet.complementOf(EnumSet.of(Color.GREEN)) + " " + EnumSet.range(Color.RED, Color.GREEN));
        TreeMap<String, Integer> tree = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String word : "The the THE cat Cat dog".split(" ")) tree.merge(word, 1, Integer::sum);
        System.out.println(tree + " " + tree.ceilingKey("co") + " " + tree.descendingMap() + " " + tree.headMap("dog", true).size());
        PriorityQueue<Key> queue = new PriorityQueue<>((a, b) -> b.compareTo(a));
        for (int i = 0; i < 20; i++) queue.add(new Key(i * 7 % 20));
        StringBuilder order = new StringBuilder();
        while (queue.size() > 15) order.append(queue.poll().value()).append(' ');
        System.out.println(order + "" + queue.remove(new Key(3)) + " " + queue.contains(new Key(3)) + " " + Map.of("k", 1).equals(new HashMap<>(Map.of("k", 1))));
    }
}
