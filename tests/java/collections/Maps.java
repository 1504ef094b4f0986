// HashMap, LinkedHashMap and TreeMap.
package collections;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

public class Maps {
    public static void main(String[] args) {
        Map<String, Integer> counts = new HashMap<>();
        for (String word : "the cat and the dog and the bird".split(" ")) counts.merge(word, 1, Integer::sum);
        System.out.println(counts);
        System.out.println(new TreeMap<>(counts) + " " + counts.getOrDefault("fish", 0) + " " + counts.putIfAbsent("cat", 9));
        counts.computeIfAbsent("fish", String::length);
        counts.computeIfPresent("the", (k, v) -> null);
        counts.replaceAll((k, v) -> v * 10);
        counts.entrySet().removeIf(e -> e.getValue() > 15);
        System.out.println(counts + " " + counts.keySet() + " " + counts.values());
        Map<Integer, String> lru = new LinkedHashMap<>(16, 0.75f, true) {
            @Override protected boolean removeEldestEntry(Map.Entry<Integer, String> eldest) { return size() > 3; }
        };
        for (int i = 0; i < 4; i++) { lru.put(i, "v" + i); lru.get(1); }
        System.out.println(lru);
        TreeMap<Integer, String> tree = new TreeMap<>();
        for (int i = 0; i < 20; i += 3) tree.put(i, "n" + i);
        System.out.println(tree.floorKey(10) + " " + tree.ceilingEntry(10) + " " + tree.headMap(6) + tree.tailMap(15, false) + tree.subMap(3, 9) + tree.descendingMap());
        System.out.println(tree.firstEntry() + " " + tree.pollLastEntry() + " " + tree.higherKey(100));
        Map<Integer, Integer> big = new HashMap<>();
        for (int i = 0; i < 5000; i++) big.put(i * 31, i);
        int sum = 0;
        for (Map.Entry<Integer, Integer> entry : big.entrySet()) sum += entry.getKey() ^ entry.getValue();
        System.out.println(sum + " " + big.size());
        Map<Object, Object> odd = new HashMap<>();
        odd.put(null, "null key");
        odd.put(1, null);
        System.out.println(odd.get(null) + " " + odd.containsKey(1) + " " + odd.get(1));
        IdentityHashMap<String, Integer> identity = new IdentityHashMap<>();
        identity.put(new String("a"), 1);
        identity.put(new String("a"), 2);
        System.out.println(identity.size());
        System.out.println(Map.of("k", 1).equals(new HashMap<>(Map.of("k", 1))));
    }
}
