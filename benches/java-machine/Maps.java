// HashMap and TreeMap with boxed keys.
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

public class Maps {
    public static void main(String[] args) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = 0; i < 400_000; i++) counts.merge((i * 31) % 5003, 1, Integer::sum);
        long sum = 0;
        for (int round = 0; round < 40; round++) {
            for (Map.Entry<Integer, Integer> entry : counts.entrySet()) sum += entry.getKey() * entry.getValue();
        }
        TreeMap<Integer, Integer> tree = new TreeMap<>();
        for (int i = 0; i < 60_000; i++) tree.put((i * 7919) % 60_013, i);
        System.out.println(counts.size() + " " + sum + " " + tree.firstKey() + " " + tree.get(5000));
    }
}
