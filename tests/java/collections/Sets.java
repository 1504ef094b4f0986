// HashSet, TreeSet, BitSet.
package collections;

import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

public class Sets {
    public static void main(String[] args) {
        Set<Integer> set = new HashSet<>();
        for (int i = 0; i < 50; i++) set.add(i * i % 17);
        System.out.println(set);
        TreeSet<String> tree = new TreeSet<>(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        tree.addAll(List.of("pear", "fig", "apple", "kiwi", "date"));
        System.out.println(tree + " " + tree.first() + " " + tree.headSet("kiwi") + " " + tree.descendingSet() + " " + tree.pollFirst());
        Set<Integer> a = new TreeSet<>(List.of(1, 2, 3)), b = new TreeSet<>(List.of(2, 3, 4));
        a.retainAll(b);
        System.out.println(a + " " + b.containsAll(a) + " " + b.removeAll(a) + b);
        BitSet bits = new BitSet();
        bits.set(1, 5);
        bits.flip(3);
        bits.set(100);
        System.out.println(bits + " " + bits.cardinality() + " " + bits.nextClearBit(1) + " " + bits.length());
        System.out.println(new LinkedHashSet<>(List.of("z", "a", "m")) + " " + new HashSet<>(List.of(1, 2)).equals(Set.of(2, 1)));
        try {
            Set.of(1, 1);
        } catch (IllegalArgumentException exception) {
            System.out.println(exception.getMessage());
        }
    }
}
