// Navigation, views and concurrent fills of the skip-list map and set.
package concurrent;

import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;

public class SkipLists {
    public static void main(String[] args) throws Exception {
        ConcurrentSkipListMap<Integer, String> map = new ConcurrentSkipListMap<>();
        Thread[] threads = new Thread[3];
        for (int t = 0; t < threads.length; t++) {
            int start = t;
            threads[t] = new Thread(() -> { for (int i = start; i < 90; i += 3) map.put(i * 2, "v" + i); });
            threads[t].start();
        }
        for (Thread thread : threads) thread.join();
        System.out.println(map.size() + " " + map.firstKey() + " " + map.lastEntry() + " " + map.floorKey(31) + " " + map.ceilingKey(31) + " " + map.lowerKey(0) + " " + map.higherEntry(176));
        ConcurrentNavigableMap<Integer, String> part = map.subMap(10, true, 20, false);
        System.out.println(part + " " + part.descendingMap().firstKey() + " " + map.headMap(6).keySet() + " " + map.tailMap(172, false).values());
        part.remove(12);
        part.put(13, "odd");
        try {
            part.put(99, "outside");
        } catch (IllegalArgumentException exception) {
            System.out.println(exception.getMessage());
        }
        System.out.println(map.get(12) + " " + map.get(13) + " " + map.pollFirstEntry() + " " + map.pollLastEntry() + " " + map.putIfAbsent(13, "x") + " " + map.replace(13, "odd", "even") + " " + map.get(13));
        int sum = 0;
        for (Map.Entry<Integer, String> entry : map.descendingMap().entrySet()) sum = sum * 31 + entry.getKey();
        System.out.println(sum + " " + map.computeIfAbsent(1, key -> "one") + " " + map.merge(1, "!", String::concat) + " " + map.firstEntry());
        ConcurrentSkipListSet<String> set = new ConcurrentSkipListSet<>(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        for (String word : "the quick brown fox jumps over the lazy dog".split(" ")) set.add(word);
        System.out.println(set + " " + set.pollFirst() + " " + set.headSet("over") + " " + set.descendingSet().first());
    }
}
