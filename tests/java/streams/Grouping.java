// Streams of map entries.
package streams;

import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

public class Grouping {
    public static void main(String[] args) throws Exception {
        Map<String, Integer> m = new TreeMap<>(Map.of("a", 3, "b", 1, "c", 2));
        System.out.println(m.entrySet().stream().sorted(Map.Entry.comparingByValue()).map(e -> e.getKey() + e.getValue()).toList() + " " + m.values().stream().reduce(Integer::max).get() + m.keySet().stream().sorted(Comparator.reverseOrder()).toList());
    }
}
