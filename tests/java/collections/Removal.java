// Removing while walking, in every right way.
package collections;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

public class Removal {
    public static void main(String[] args) throws Exception {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 12; i++) list.add(i);
        list.removeIf(x -> x % 3 == 0);
        for (Iterator<Integer> it = list.iterator(); it.hasNext();) if (it.next() % 4 == 1) it.remove();
        list.removeAll(List.of(2, 4));
        Map<Integer, String> map = new TreeMap<>(Map.of(1, "a", 2, "b", 3, "c"));
        map.values().remove("b");
        map.keySet().retainAll(Set.of(1, 3, 9));
        System.out.println(list + " " + map);
    }
}
