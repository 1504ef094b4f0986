// The bulk operations of ConcurrentHashMap: sequential, parallel, over keys, values and entries.
package concurrent;

import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.LongAdder;

public class BulkOperations {
    public static void main(String[] args) {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        for (int i = 0; i < 300; i++) map.put("k" + i, i);
        LongAdder keys = new LongAdder();
        map.forEachKey(1, key -> keys.add(key.length()));
        LongAdder values = new LongAdder();
        map.forEachValue(50, values::add);
        ConcurrentSkipListSet<String> odd = new ConcurrentSkipListSet<>();
        map.forEach(1, (key, value) -> value % 100 == 1 ? key : null, odd::add);
        System.out.println(keys + " " + values + " " + odd);
        System.out.println(map.reduce(1, (key, value) -> value, Integer::max) + " " + map.reduceKeys(1, (a, b) -> a.compareTo(b) < 0 ? a : b)
            + " " + map.reduceValuesToLong(1, Integer::longValue, 0, Long::sum) + " " + map.reduceEntries(1, Map.Entry::getValue, Math::min));
        System.out.println(map.search(1, (key, value) -> value == 217 ? key + "!" : null) + " " + map.searchKeys(1, key -> key.equals("none") ? key : null)
            + " " + map.searchValues(Long.MAX_VALUE, value -> value > 298 ? value : null) + " " + map.mappingCount());
        map.replaceAll((key, value) -> value % 10);
        System.out.println(new TreeSet<>(map.values()) + " " + map.values().stream().mapToInt(Integer::intValue).sum());
        map.keySet().removeIf(key -> !key.endsWith("7"));
        System.out.println(map.size() + " " + map.compute("k7", (key, value) -> value + 100) + " " + map.computeIfPresent("k17", (key, value) -> null)
            + " " + map.containsKey("k17") + " " + map.getOrDefault("k17", -1) + " " + map.merge("k27", 5, Integer::sum) + " " + map.merge("new", 5, Integer::sum));
        ConcurrentHashMap.KeySetView<String, Boolean> set = ConcurrentHashMap.newKeySet();
        System.out.println(set.add("a") + " " + set.add("a") + " " + set.contains("a") + " " + map.keySet(9).add("nine") + " " + map.get("nine"));
    }
}
