// Functions that make functions.
package handles;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

public class Currying {
    static <A, B, C> Function<A, Function<B, C>> curry(BiFunction<A, B, C> f) { return a -> b -> f.apply(a, b); }
    static <T> Supplier<T> memoize(Supplier<T> source) {
        Object[] box = new Object[1];
        return () -> { if (box[0] == null) box[0] = source.get(); @SuppressWarnings("unchecked") T t = (T) box[0]; return t; };
    }
    static Function<Integer, Integer> compose(List<Function<Integer, Integer>> all) { return all.stream().reduce(Function.identity(), Function::andThen); }
    public static void main(String[] args) {
        System.out.println(curry(Integer::sum).apply(3).apply(4) + " " + Currying.<String, Integer, String>curry(String::repeat).apply("ab").apply(3));
        int[] calls = new int[1];
        Supplier<String> once = memoize(() -> "made" + ++calls[0]);
        System.out.println(once.get() + once.get() + calls[0]);
        System.out.println(compose(List.of(x -> x + 1, x -> x * 10, x -> x - 3)).apply(4));
        BinaryOperator<Integer> max = BinaryOperator.maxBy(Comparator.naturalOrder());
        UnaryOperator<String> upper = String::toUpperCase;
        System.out.println(max.apply(3, 9) + upper.andThen(s -> s + "!").compose((Integer i) -> "n" + i).apply(5));
        Map<String, IntBinaryOperator> operators = new TreeMap<>(Map.of("+", (a, b) -> a + b, "*", (a, b) -> a * b, "-", (a, b) -> a - b));
        operators.forEach((symbol, operator) -> System.out.print(symbol + operator.applyAsInt(7, 3) + " "));
        System.out.println();
        Runnable[] actions = new Runnable[3];
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < 3; i++) { int n = i; actions[i] = () -> log.append(n); }
        for (Runnable action : actions) action.run();
        System.out.println(log);
    }
}
