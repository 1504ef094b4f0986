// What lambdas and local classes capture, recursion through fields, and functional interfaces with generics.
package language;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

public class Closures {
    private int field = 3;
    static Function<Integer, Integer> factorial;

    interface Shape<T extends Comparable<T>> {
        T measure(T input);

        default Shape<T> then(Shape<T> next) {
            return input -> next.measure(measure(input));
        }

        static <T extends Comparable<T>> Shape<T> identity() {
            return input -> input;
        }
    }

    Supplier<Supplier<Integer>> nested(int a, long b, String c, double d) {
        int local = a * 2;
        return () -> {
            int inner = local + field;
            return () -> inner + a + (int) b + c.length() + (int) d + this.field++;
        };
    }

    <T> List<T> apply(List<? extends T> list, UnaryOperator<T> operator) {
        List<T> result = new ArrayList<>();
        for (T item : list) result.add(operator.apply(item));
        return result;
    }

    static int twice(int value) {
        return value * 2;
    }

    public static void main(String[] args) {
        Closures closures = new Closures();
        Supplier<Supplier<Integer>> supplier = closures.nested(1, 2L, "abc", 4.5);
        System.out.println(supplier.get().get() + " " + supplier.get().get() + " " + closures.field);
        factorial = n -> n <= 1 ? 1 : n * factorial.apply(n - 1);
        System.out.println(factorial.apply(10));
        List<Runnable> runnables = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 4; i++) {
            int copy = i;
            runnables.add(() -> text.append(copy));
        }
        runnables.forEach(Runnable::run);
        System.out.println(text + " " + closures.apply(List.of(1, 2, 3), Closures::twice));
        IntFunction<int[]> maker = int[]::new;
        Function<String, StringBuilder> constructor = StringBuilder::new;
        BiFunction<String, String, Boolean> equal = String::equals;
        Supplier<Integer> bound = "hello"::length;
        System.out.println(maker.apply(5).length + " " + constructor.apply("x").append("y") + " " + equal.apply("a", "a") + " " + bound.get());
        Shape<String> shape = String::trim;
        System.out.println(shape.then(String::toUpperCase).then(Shape.identity()).measure("  shout "));
        Predicate<Integer> even = n -> n % 2 == 0;
        System.out.println(even.negate().and(n -> n > 2).or(n -> n == 0).test(3) + " " + Predicate.not(even).test(4) + " " + BinaryOperator.minBy(java.util.Comparator.<Integer>naturalOrder()).apply(3, 2) + " " + Function.<Integer>identity().compose((String s) -> s.length()).apply("four"));
        class Counter {
            int count = args.length;

            int next() {
                return ++count + closures.field;
            }
        }
        Counter counter = new Counter();
        counter.next();
        System.out.println(counter.next());
        Supplier<String> failing = null;
        try {
            Supplier<Integer> later = failing::hashCode;
            System.out.println(later);
        } catch (NullPointerException exception) {
            System.out.println("null receiver");
        }
        Runnable both = (Runnable & java.io.Serializable) () -> { };
        System.out.println(both instanceof java.io.Serializable);
    }
}
