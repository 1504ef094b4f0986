// Map, filter, reduce, collect.
package streams;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public class Streams1 {
    record Person(String name, String city, int age) {}

    public static void main(String[] args) {
        List<Person> people = List.of(new Person("Ann", "Oslo", 30), new Person("Bob", "Rome", 25), new Person("Cid", "Oslo", 41), new Person("Dee", "Rome", 25));
        Map<String, String> byCity = people.stream().collect(Collectors.groupingBy(Person::city, TreeMap::new, Collectors.mapping(Person::name, Collectors.joining("+"))));
        System.out.println(byCity);
        System.out.println(people.stream().collect(Collectors.partitioningBy(p -> p.age() > 28, Collectors.counting())));
        System.out.println(people.stream().mapToInt(Person::age).summaryStatistics());
        System.out.println(people.stream().sorted(Comparator.comparingInt(Person::age).thenComparing(Person::name, Comparator.reverseOrder())).map(Person::name).toList());
        System.out.println(IntStream.rangeClosed(1, 5).mapToObj(i -> "x".repeat(i)).collect(Collectors.joining(",", "[", "]")));
        System.out.println(Stream.iterate(1, x -> x * 2).limit(10).reduce(0, Integer::sum) + " " + Stream.of(1, 2, 3, 4).skip(1).findFirst().get());
        System.out.println(Stream.of("a,b", "c").flatMap(s -> Stream.of(s.split(","))).toList() + " " + Stream.of(1, 1, 2).distinct().count());
        System.out.println(IntStream.range(0, 20).boxed().takeWhile(x -> x < 5).toList() + " " + IntStream.of(3, 1, 2).sorted().boxed().toList());
        System.out.println(Stream.of(1, 2, 3).anyMatch(x -> x > 2) + " " + Stream.of(1, 2).allMatch(x -> x > 1) + " " + Stream.empty().noneMatch(x -> true));
        System.out.println(Stream.of(5, 3).min(Comparator.naturalOrder()).get() + " " + OptionalInt.empty() + " " + IntStream.empty().max() + " " + IntStream.of(1, 2).average().getAsDouble());
        Map<String, Integer> ages = people.stream().collect(Collectors.toMap(Person::name, Person::age, (a, b) -> a, LinkedHashMap::new));
        System.out.println(ages);
        System.out.println(Stream.of("x").peek(s -> System.out.print("peek ")).map(String::toUpperCase).toList());
        String both = Stream.of(1, 2, 3, 4).collect(Collectors.teeing(Collectors.summingInt((Integer x) -> x), Collectors.averagingDouble((Integer x) -> x), (s, a) -> s + "/" + a));
        System.out.println(both);
        System.out.println(Stream.of(1, 2, 3, 4, 5).<Integer>mapMulti((x, sink) -> { if (x % 2 == 1) { sink.accept(x); sink.accept(-x); } }).toList());
    }
}
