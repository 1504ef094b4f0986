// Calls through interfaces, lambdas and generic code.
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

public class InterfaceCalls {
    public static void main(String[] args) {
        int offset = args.length;
        IntUnaryOperator[] steps = {x -> x + 1, x -> x * 3, x -> x ^ offset, x -> x >>> 1};
        int value = 7;
        for (int i = 0; i < 3_000_000; i++) value = steps[i & 3].applyAsInt(value);
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) list.add(i);
        long sum = 0;
        for (int round = 0; round < 300; round++) {
            for (Integer number : list) sum += number;
        }
        long streamed = list.stream().filter(n -> n % 3 == 0).mapToLong(n -> (long) n * n).sum();
        System.out.println(value + " " + sum + " " + streamed);
    }
}
