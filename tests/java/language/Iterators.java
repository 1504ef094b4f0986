// Own iterators, iterables and generators.
package language;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.stream.StreamSupport;

public class Iterators {
    record Span(int from, int to) implements Iterable<Integer> {
        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                int next = from;
                public boolean hasNext() { return next < to; }
                public Integer next() { if (!hasNext()) throw new NoSuchElementException(); return next++; }
            };
        }
    }
    public static void main(String[] args) {
        int product = 1;
        for (int value : new Span(1, 6)) product *= value;
        System.out.println(product);
        Iterator<Integer> iterator = new Span(0, 1).iterator();
        iterator.next();
        try { iterator.next(); } catch (NoSuchElementException exception) { System.out.println("end"); }
        try { iterator.remove(); } catch (UnsupportedOperationException exception) { System.out.println(exception.getMessage()); }
        new Span(0, 3).forEach(x -> System.out.print(x + ";"));
        System.out.println(StreamSupport.stream(new Span(0, 5).spliterator(), false).map(x -> x * x).toList());
    }
}
