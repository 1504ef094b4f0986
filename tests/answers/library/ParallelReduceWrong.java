// found: assertion
// A subtraction is not associative: the result depends on how the parts are cut.
import java.util.stream.*;

public class ParallelReduceWrong {
    public static void main(String[] args) throws Exception {
        int got = IntStream.of(1, 2, 3, 4).parallel().reduce(0, (a, b) -> a - b);
        assert got == -10;
    }
}
