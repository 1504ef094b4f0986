// found: assertion
// Any of the tasks may be the one.
import java.util.*;
import java.util.concurrent.*;

public class InvokeAnyWrong {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Callable<Integer> one = () -> 1, two = () -> 2;
        int got = pool.invokeAny(List.of(one, two));
        pool.shutdown();
        assert got == 1;
    }
}
