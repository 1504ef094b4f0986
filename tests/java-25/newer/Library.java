// What the library got after 17: sequenced collections, gatherers, string methods, unnamed variables, flexible constructors.
package newer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public class Library {
    static class Base {
        Base(int value) {
            System.out.println("base " + value);
        }
    }

    static class Derived extends Base {
        final int kept;

        Derived(int value) {
            if (value < 0) throw new IllegalArgumentException("negative");
            kept = value * 2;
            super(value + 1);
        }
    }

    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        list.addFirst(0);
        System.out.println(list.reversed() + " " + list.getLast() + " " + list.removeFirst() + " " + new LinkedHashSet<>(list).reversed());
        LinkedHashMap<String, Integer> map = new LinkedHashMap<>();
        map.putFirst("b", 2);
        map.putFirst("a", 1);
        System.out.println(map + " " + map.lastEntry() + " " + map.sequencedKeySet().reversed());
        System.out.println(Stream.of(1, 2, 3, 4, 5).gather(Gatherers.windowFixed(2)).toList() + " " + Stream.of(1, 2, 3).gather(Gatherers.scan(() -> 0, Integer::sum)).toList() + " " + Stream.of(1, 2, 3, 4).gather(Gatherers.windowSliding(3)).toList());
        System.out.println("abc".indexOf('c', 0, 2) + " " + "a-b-c".splitWithDelimiters("-", 2).length + " " + new StringBuilder().repeat("xy", 3) + " " + Math.clamp(15L, 1, 10) + " " + Character.toString(128512).length());
        int count = 0;
        for (var _ : list) count++;
        try {
            Integer.parseInt("x");
        } catch (NumberFormatException _) {
            count += 10;
        }
        System.out.println(count + " " + new Derived(4).kept);
        try {
            new Derived(-1);
        } catch (IllegalArgumentException exception) {
            System.out.println(exception.getMessage());
        }
        String both = IntStream.range(0, 5).boxed().collect(Collectors.teeing(Collectors.counting(), Collectors.summingInt(n -> n), (n, sum) -> n + ":" + sum));
        System.out.println(both);
    }
}
