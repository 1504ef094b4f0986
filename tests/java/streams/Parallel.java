// Parallel streams give the same results.
package streams;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

public class Parallel {
    public static void main(String[] args) {
        System.out.println(IntStream.rangeClosed(1, 10000).parallel().filter(x -> x % 3 == 0).asLongStream().sum());
        System.out.println(IntStream.range(0, 1000).parallel().boxed().map(x -> x * 2).collect(Collectors.toList()).subList(990, 1000));
        System.out.println(Stream.of("a", "b", "c", "d").parallel().collect(Collectors.joining()));
        System.out.println(IntStream.range(0, 500).parallel().boxed().collect(Collectors.groupingByConcurrent(x -> x % 3, Collectors.counting())));
        System.out.println(Arrays.stream(new int[] {5, 4, 3, 2, 1}).parallel().sorted().boxed().toList());
        System.out.println(LongStream.rangeClosed(1, 20).parallel().reduce(1, (a, b) -> a * b));
        int[] data = IntStream.range(0, 20000).map(i -> (i * 7919) % 20011).toArray();
        Arrays.parallelSort(data);
        System.out.println(data[0] + " " + data[10000] + " " + data[19999]);
    }
}
