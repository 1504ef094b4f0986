// Spliterators: splitting, sizes, characteristics, and streams over spliterators and iterators of one's own.
package streams;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

public class Spliterators1 {
    /** The numbers from a bound to another. */
    static class Range implements Spliterator<Integer> {
        int at;
        final int end;

        Range(int at, int end) {
            this.at = at;
            this.end = end;
        }

        @Override
        public boolean tryAdvance(Consumer<? super Integer> action) {
            if (at >= end) return false;
            action.accept(at++);
            return true;
        }

        @Override
        public Spliterator<Integer> trySplit() {
            int middle = (at + end) >>> 1;
            if (middle - at < 4) return null;
            Range left = new Range(at, middle);
            at = middle;
            return left;
        }

        @Override
        public long estimateSize() {
            return end - at;
        }

        @Override
        public int characteristics() {
            return ORDERED | SIZED | SUBSIZED | IMMUTABLE | NONNULL;
        }
    }

    public static void main(String[] args) {
        System.out.println(StreamSupport.stream(new Range(0, 100), true).mapToInt(n -> n).sum() + " " + StreamSupport.stream(new Range(5, 12), false).toList());
        Spliterator<String> list = new ArrayList<>(List.of("a", "b", "c", "d", "e")).spliterator();
        Spliterator<String> first = list.trySplit();
        StringBuilder text = new StringBuilder();
        first.forEachRemaining(text::append);
        text.append('|');
        list.tryAdvance(text::append);
        System.out.println(text + " " + list.estimateSize() + " " + list.hasCharacteristics(Spliterator.SIZED) + " " + new TreeSet<>(List.of(3, 1)).spliterator().hasCharacteristics(Spliterator.SORTED));
        Iterator<Integer> powers = new Iterator<>() {
            int next = 1;

            @Override
            public boolean hasNext() {
                return next < 1000;
            }

            @Override
            public Integer next() {
                int value = next;
                next *= 3;
                return value;
            }
        };
        System.out.println(StreamSupport.stream(Spliterators.spliteratorUnknownSize(powers, Spliterator.ORDERED), false).toList());
        Spliterator.OfInt ints = Arrays.spliterator(new int[] {4, 5, 6});
        int[] sum = new int[1];
        ints.forEachRemaining((int n) -> sum[0] += n);
        System.out.println(sum[0] + " " + IntStream.range(0, 5).spliterator().getExactSizeIfKnown() + " " + Spliterators.iterator(new Range(1, 4)).next());
        System.out.println(IntStream.iterate(1, n -> n < 200, n -> n * 2).boxed().toList() + " " + IntStream.rangeClosed(1, 5).mapToObj(Integer::toString).takeWhile(s -> !s.equals("4")).toList() + IntStream.of(1, 5, 2).dropWhile(n -> n < 5).sum());
    }
}
