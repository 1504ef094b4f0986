// Lambdas that call themselves through fields.
package handles;

import java.util.function.Function;
import java.util.function.IntUnaryOperator;

public class Recursion {
    static Function<Integer, Long> factorial = n -> n < 2 ? 1L : n * Recursion.factorial.apply(n - 1);
    static IntUnaryOperator fib = n -> n < 2 ? n : Recursion.fib.applyAsInt(n - 1) + Recursion.fib.applyAsInt(n - 2);

    public static void main(String[] args) throws Exception {
        System.out.println(factorial.apply(20) + " " + fib.applyAsInt(15));
    }
}
