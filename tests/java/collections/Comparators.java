// Orders made from parts.
package collections;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

public class Comparators {
    record Item(String name, Integer price, Double weight) {}
    public static void main(String[] args) {
        List<Item> items = new ArrayList<>(List.of(new Item("b", 3, 1.5), new Item("a", 3, 2.5), new Item("c", 1, null), new Item("d", 2, 0.5)));
        items.sort(Comparator.comparing(Item::price).thenComparing(Item::name));
        System.out.println(items.stream().map(Item::name).toList());
        items.sort(Comparator.comparing(Item::weight, Comparator.nullsFirst(Comparator.reverseOrder())));
        System.out.println(items.stream().map(Item::name).toList());
        items.sort(Comparator.comparingInt(Item::price).reversed().thenComparing(Item::name, String.CASE_INSENSITIVE_ORDER.reversed()));
        System.out.println(items.stream().map(Item::name).toList());
        System.out.println(Collections.max(items, Comparator.comparing(Item::name)).name() + Collections.min(items, Comparator.comparing(Item::price)).name());
        TreeMap<String, Integer> byLength = new TreeMap<>(Comparator.comparingInt(String::length));
        byLength.put("aa", 1);
        byLength.put("bb", 2);
        byLength.put("c", 3);
        System.out.println(byLength);
        Integer[] array = {5, 2, 8};
        Arrays.sort(array, Collections.reverseOrder());
        System.out.println(Arrays.toString(array));
        try { new TreeSet<Object>(List.of(1, "x")); } catch (ClassCastException exception) { System.out.println("not comparable"); }
    }
}
