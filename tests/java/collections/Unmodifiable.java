// Views and immutable collections.
package collections;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

public class Unmodifiable {
    static void attempt(Runnable action) { try { action.run(); System.out.print("ok "); } catch (UnsupportedOperationException | NullPointerException | IllegalArgumentException exception) { System.out.print(exception.getClass().getSimpleName() + " "); } }
    public static void main(String[] args) {
        List<Integer> base = new ArrayList<>(List.of(1, 2, 3));
        List<Integer> view = Collections.unmodifiableList(base);
        base.add(4);
        System.out.println(view + " " + List.copyOf(base) + " " + Set.copyOf(List.of(1, 1)).size() + " " + Map.entry("k", 1));
        attempt(() -> view.add(1));
        attempt(() -> List.of(1).set(0, 2));
        attempt(() -> List.of((Object) null));
        attempt(() -> Map.of("a", 1, "a", 2));
        attempt(() -> Collections.emptyList().add(null));
        attempt(() -> Arrays.asList(1, 2).set(0, 5));
        attempt(() -> Arrays.asList(1, 2).add(5));
        attempt(() -> base.iterator().forEachRemaining(x -> {}));
        attempt(() -> Collections.checkedList(new ArrayList<>(), Integer.class).add(5));
        System.out.println();
        System.out.println(Collections.synchronizedMap(new TreeMap<>(Map.of(2, "b", 1, "a"))) + " " + Collections.singletonMap("x", 1) + Collections.emptySet());
        List<Integer> window = base.subList(1, 3);
        window.set(0, 99);
        window.add(7);
        System.out.println(base + " " + window);
        base.add(5);
        try { window.size(); } catch (ConcurrentModificationException exception) { System.out.println("stale view"); }
    }
}
