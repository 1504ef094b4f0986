// Order of evaluation in pipelines; reuse is refused.
package streams;

import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

public class Laziness {
    public static void main(String[] args) {
        StringBuilder log = new StringBuilder();
        Stream<Integer> stream = Stream.of(3, 1, 2).filter(x -> { log.append("f").append(x); return x > 1; }).map(x -> { log.append("m").append(x); return x * 10; });
        System.out.println("[" + log + "]");
        System.out.println(stream.findFirst().get() + " " + log);
        try {
            stream.count();
        } catch (IllegalStateException exception) {
            System.out.println(exception.getMessage());
        }
        log.setLength(0);
        Stream.of(3, 1, 2).peek(x -> log.append("a").append(x)).sorted().peek(x -> log.append("b").append(x)).forEach(x -> {});
        System.out.println(log);
        Iterator<Integer> iterator = Stream.generate(new Supplier<Integer>() { int n; public Integer get() { return n++; } }).iterator();
        iterator.next();
        System.out.println(iterator.next());
        System.out.println(StreamSupport.stream(List.of(1, 2, 3).spliterator(), false).mapToInt(x -> x).sum());
    }
}
