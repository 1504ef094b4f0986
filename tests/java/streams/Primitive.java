// Streams of primitives.
package streams;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

public class Primitive {
    public static void main(String[] args) {
        System.out.println(IntStream.rangeClosed(1, 10).filter(x -> x % 2 == 1).map(x -> x * x).sum() + " " + IntStream.iterate(1, x -> x < 100, x -> x * 3).boxed().toList());
        System.out.println(LongStream.of(5, 3).max().getAsLong() + " " + DoubleStream.of(1.5, 2.5).average().getAsDouble() + " " + DoubleStream.iterate(1, x -> x / 2).limit(5).sum());
        System.out.println("hello".chars().mapToObj(c -> (char) c).map(String::valueOf).collect(java.util.stream.Collectors.joining("-")));
        System.out.println(IntStream.of(3, 1, 2).boxed().sorted(java.util.Comparator.reverseOrder()).toList() + " " + IntStream.concat(IntStream.of(1), IntStream.of(2)).count());
        System.out.println(IntStream.range(0, 10).mapToLong(x -> (long) x << 33).sum() + " " + IntStream.range(0, 4).asDoubleStream().boxed().toList() + " " + IntStream.of(1, 2, 2, 3).distinct().limit(2).skip(1).findFirst());
        System.out.println(IntStream.rangeClosed(2, 30).filter(n -> IntStream.rangeClosed(2, (int) Math.sqrt(n)).noneMatch(d -> n % d == 0)).boxed().toList());
        int[] fibonacci = Stream.iterate(new int[] {0, 1}, p -> new int[] {p[1], p[0] + p[1]}).limit(12).mapToInt(p -> p[0]).toArray();
        System.out.println(java.util.Arrays.toString(fibonacci) + IntStream.of(fibonacci).reduce((a, b) -> a ^ b).getAsInt());
    }
}
