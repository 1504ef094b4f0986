// Bridges, bounded types, wildcards, varargs.
package language;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

public class Generics1 {
    static abstract class Box<T extends Comparable<T>> implements Comparable<Box<T>> {
        T value;
        Box(T value) { this.value = value; }
        public int compareTo(Box<T> other) { return value.compareTo(other.value); }
        abstract T twice();
    }
    static class IntBox extends Box<Integer> {
        IntBox(int value) { super(value); }
        Integer twice() { return value * 2; }
    }
    @SafeVarargs
    static <T> List<T> listOf(T... values) { return new ArrayList<>(Arrays.asList(values)); }
    static double sum(Collection<? extends Number> numbers) {
        double sum = 0;
        for (Number number : numbers) sum += number.doubleValue();
        return sum;
    }
    static int count(Object... values) { return values == null ? -1 : values.length; }

    public static void main(String[] args) {
        Box<Integer> box = new IntBox(21);
        int twice = box.twice();
        System.out.println(twice + " " + box.compareTo(new IntBox(22)));
        System.out.println(sum(listOf(1, 2.5, 3L)));
        System.out.println(count() + " " + count(1, 2) + " " + count((Object[]) null) + " " + count((Object) null));
        List<String> strings = listOf("a");
        @SuppressWarnings({"unchecked", "rawtypes"})
        List<Object> raw = (List) strings;
        raw.add(1);
        try {
            String text = strings.get(1);
            System.out.println(text);
        } catch (ClassCastException exception) {
            System.out.println("heap pollution");
        }
        System.out.println(Collections.max(listOf(3, 9, 2)));
    }
}
