// Lambdas and method references with every kind of target and conversion.
package handles;

import java.io.Serializable;
import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

public class Lambdas1 {
    interface IntToLong { long apply(int x); }
    interface Tri<A, B, C, R> { R apply(A a, B b, C c); }
    interface Maker { Lambdas1 make(String name); }
    final String name;
    Lambdas1(String name) { this.name = name; }
    String greet(String other) { return name + "&" + other; }
    static <T> T twice(UnaryOperator<T> f, T x) { return f.apply(f.apply(x)); }
    Supplier<String> own() { return () -> this.name + "!"; }
    static int fact(int n) { IntUnaryOperator[] f = new IntUnaryOperator[1]; f[0] = k -> k <= 1 ? 1 : k * f[0].applyAsInt(k - 1); return f[0].applyAsInt(n); }

    public static void main(String[] args) {
        IntToLong widen = x -> x;
        System.out.println(widen.apply(5));
        Function<Integer, Integer> boxed = x -> x + 1;
        ToIntFunction<Integer> unboxing = Integer::intValue;
        Supplier<Long> constant = () -> 5L;
        System.out.println(boxed.apply(1) + unboxing.applyAsInt(2) + constant.get());
        Maker maker = Lambdas1::new;
        Lambdas1 made = maker.make("ann");
        Function<String, String> bound = made::greet;
        BiFunction<Lambdas1, String, String> unbound = Lambdas1::greet;
        System.out.println(bound.apply("bob") + unbound.apply(made, "cid") + made.own().get());
        Tri<Integer, Long, Double, Double> sum = (a, b, c) -> a + b + c;
        System.out.println(sum.apply(1, 2L, 3.5));
        IntFunction<int[]> arrays = int[]::new;
        System.out.println(arrays.apply(4).length);
        int base = 10;
        long big = 100L;
        double fraction = 0.5;
        IntUnaryOperator capturing = x -> (int) (x + base + big + fraction * 2);
        System.out.println(capturing.applyAsInt(1));
        System.out.println(twice(x -> x + "!", "hi") + twice(x -> x * 2, 5));
        Comparator<String> order = Comparator.comparing(String::length).reversed().thenComparing(Comparator.naturalOrder());
        System.out.println(Stream.of("bb", "a", "ccc", "aa").sorted(order).toList());
        Runnable serializable = (Runnable & Serializable) () -> System.out.println("both");
        serializable.run();
        System.out.println(serializable instanceof Serializable);
        Predicate<String> empty = String::isEmpty;
        System.out.println(empty.negate().or(s -> s == null).and(s -> s.length() < 3).test("ab"));
        Function<Object, String> show = Object::toString;
        Function<Integer, String> narrower = show::apply;
        System.out.println(narrower.apply(7) + fact(6));
        Callable<Integer> callable = () -> 3;
        try { System.out.println(callable.call()); } catch (Exception exception) { throw new RuntimeException(exception); }
        Supplier<Supplier<String>> nested = () -> () -> "deep";
        System.out.println(nested.get().get());
        BooleanSupplier yes = () -> true;
        ToDoubleFunction<Integer> toDouble = x -> x;
        System.out.println(yes.getAsBoolean() + " " + toDouble.applyAsDouble(3));
        Object o = (Function<String, Integer>) String::length;
        System.out.println(((Function<Object, Object>) o).getClass() == o.getClass());
        try {
            @SuppressWarnings("unchecked") Function<Object, Object> wrong = (Function<Object, Object>) o;
            wrong.apply(5);
        } catch (ClassCastException exception) {
            System.out.println("CCE");
        }
    }
}
