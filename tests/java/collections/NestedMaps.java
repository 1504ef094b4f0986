// Maps of maps of lists.
package collections;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

public class NestedMaps {
    public static void main(String[] args) throws Exception {
        Map<String, Map<Integer, List<String>>> all = new TreeMap<>();
        for (String w : "tea ten to ink inn i a".split(" ")) all.computeIfAbsent(w.substring(0, 1), k -> new TreeMap<>()).computeIfAbsent(w.length(), k -> new ArrayList<>()).add(w);
        System.out.println(all + " " + all.get("i").values().stream().mapToInt(List::size).sum());
    }
}
