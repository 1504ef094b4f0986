// Collectors, flat and nested.
package streams;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public class Collectors1 {
    public static void main(String[] args) {
        List<String> words = List.of("apple", "avocado", "bean", "beet", "carrot", "cherry", "corn");
        Map<Character, List<String>> byLetter = words.stream().collect(Collectors.groupingBy(w -> w.charAt(0)));
        System.out.println(byLetter);
        Map<Integer, Set<Character>> nested = words.stream().collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.mapping(w -> w.charAt(0), Collectors.toCollection(TreeSet::new))));
        System.out.println(nested);
        Map<Boolean, Double> average = words.stream().collect(Collectors.partitioningBy(w -> w.length() > 5, Collectors.averagingInt(String::length)));
        System.out.println(average);
        Map<Character, Optional<String>> longest = words.stream().collect(Collectors.groupingBy(w -> w.charAt(0), Collectors.maxBy(Comparator.comparing(String::length))));
        System.out.println(longest);
        System.out.println(words.stream().collect(Collectors.collectingAndThen(Collectors.toList(), List::size)) + " " + words.stream().collect(Collectors.reducing(0, String::length, Integer::sum)));
        Map<Character, Long> counts = words.stream().collect(Collectors.groupingBy(w -> w.charAt(0), Collectors.filtering(w -> w.contains("e"), Collectors.counting())));
        System.out.println(counts);
        Map<Character, List<Integer>> flat = words.stream().collect(Collectors.groupingBy(w -> w.charAt(0), Collectors.flatMapping(w -> Stream.of(w.length(), -1), Collectors.toList())));
        System.out.println(flat);
        try { words.stream().collect(Collectors.toMap(w -> w.charAt(0), w -> w)); } catch (IllegalStateException exception) { System.out.println(exception.getMessage()); }
        String joined = words.stream().collect(StringBuilder::new, (b, w) -> b.append(w.charAt(0)), StringBuilder::append).toString();
        System.out.println(joined);
        System.out.println(IntStream.range(0, 5).boxed().collect(Collectors.toUnmodifiableSet()).size() + " " + Stream.of(1, 2, 3).collect(Collectors.summarizingInt(x -> x)).getMax());
    }
}
