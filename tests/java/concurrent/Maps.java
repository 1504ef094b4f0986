// ConcurrentHashMap and the skip lists.
package concurrent;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;

public class Maps {
    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        Thread[] threads = new Thread[4];
        for (int t = 0; t < 4; t++) {
            threads[t] = new Thread(() -> { for (int i = 0; i < 300; i++) map.merge("k" + i % 50, 1, Integer::sum); });
            threads[t].start();
        }
        for (Thread thread : threads) thread.join();
        System.out.println(map.size() + " " + map.values().stream().mapToInt(x -> x).sum() + " " + map.get("k7"));
        System.out.println(map.compute("k7", (k, v) -> v == null ? 0 : v + 1) + " " + map.computeIfAbsent("new", String::length) + " " + map.putIfAbsent("new", 9) + " " + map.computeIfPresent("new", (k, v) -> null) + " " + map.containsKey("new"));
        System.out.println(map.reduceValues(1, Integer::sum) + " " + map.search(1, (k, v) -> v == 25 ? k : null) + " " + map.mappingCount() + " " + map.reduceKeysToInt(10, String::length, 0, Integer::sum));
        LongAdder total = new LongAdder();
        map.forEach(4, (k, v) -> total.add(v));
        System.out.println(total);
        ConcurrentHashMap<Integer, Integer> big = new ConcurrentHashMap<>();
        for (int i = 0; i < 3000; i++) big.put(i, i);
        System.out.println(big.remove(5) + " " + big.replace(6, 6, 60) + " " + big.getOrDefault(5, -1) + " " + big.size() + " " + ConcurrentHashMap.newKeySet().add("x"));
        ConcurrentSkipListMap<Integer, String> skip = new ConcurrentSkipListMap<>();
        for (int i = 0; i < 100; i++) skip.put(i * 37 % 101, "v" + i);
        System.out.println(skip.firstKey() + " " + skip.ceilingKey(50) + " " + skip.headMap(4) + " " + skip.pollLastEntry() + " " + skip.descendingMap().firstKey() + " " + skip.size());
        System.out.println(new ConcurrentSkipListSet<>(List.of(3, 1, 2)).higher(1));
        CopyOnWriteArrayList<Integer> copied = new CopyOnWriteArrayList<>(List.of(1, 2, 3));
        for (int value : copied) copied.add(value * 10);
        System.out.println(copied + " " + copied.addIfAbsent(1));
    }
}
