// Parallel streams of collections: order, reduction, collectors, and a pool of one's own.
package streams;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

public class ParallelCollections {
    public static void main(String[] args) throws Exception {
        List<Integer> numbers = IntStream.rangeClosed(1, 500).boxed().collect(Collectors.toList());
        System.out.println(numbers.parallelStream().filter(n -> n % 7 == 0).map(n -> n * n).reduce(0, Integer::sum) + " " + numbers.parallelStream().mapToLong(n -> n).sum());
        System.out.println(numbers.parallelStream().map(n -> n % 10).distinct().sorted().collect(Collectors.toList()) + " " + numbers.parallelStream().skip(490).limit(5).collect(Collectors.toList()));
        Map<Boolean, Long> parity = numbers.parallelStream().collect(Collectors.partitioningBy(n -> n % 2 == 0, Collectors.counting()));
        System.out.println(parity + " " + new TreeMap<>(numbers.parallelStream().collect(Collectors.groupingByConcurrent(n -> n % 3, Collectors.summingInt(n -> n)))));
        System.out.println(numbers.parallelStream().anyMatch(n -> n == 499) + " " + numbers.parallelStream().allMatch(n -> n > 0) + " " + numbers.parallelStream().noneMatch(n -> n > 500) + " " + numbers.parallelStream().filter(n -> n > 100).findFirst().get());
        StringBuilder ordered = new StringBuilder();
        numbers.subList(0, 12).parallelStream().map(String::valueOf).forEachOrdered(ordered::append);
        System.out.println(ordered + " " + Stream.of("a", "b", "c", "d").parallel().collect(Collectors.joining("-", "<", ">")));
        ConcurrentSkipListSet<Integer> unordered = new ConcurrentSkipListSet<>();
        IntStream.range(0, 40).parallel().forEach(unordered::add);
        System.out.println(unordered.size() + " " + unordered.first() + " " + unordered.last());
        long[] sums = new long[200];
        Arrays.parallelSetAll(sums, i -> i);
        Arrays.parallelPrefix(sums, Long::sum);
        int[] shuffled = IntStream.range(0, 9000).map(i -> (i * 7919) % 9001).toArray();
        Arrays.parallelSort(shuffled);
        System.out.println(sums[199] + " " + shuffled[0] + " " + shuffled[8999] + " " + LongStream.rangeClosed(1, 20).parallel().reduce(1, (a, b) -> a * b));
        ForkJoinPool own = new ForkJoinPool(2);
        System.out.println(own.submit(() -> numbers.parallelStream().mapToInt(n -> n).max().getAsInt()).get());
        own.shutdown();
        List<Integer> flat = Stream.of(1, 2, 3).parallel().flatMap(n -> Stream.iterate(n, k -> k * 2).limit(3)).collect(Collectors.toCollection(ArrayList::new));
        System.out.println(flat + " " + Stream.iterate(1, k -> k + 1).parallel().limit(20).mapToInt(k -> k).sum());
    }
}
