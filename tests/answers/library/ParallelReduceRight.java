// proved
// A sum is.
import java.util.stream.*;

public class ParallelReduceRight {
    public static void main(String[] args) throws Exception {
        int got = IntStream.of(1, 2, 3, 4).parallel().reduce(0, Integer::sum);
        assert got == 10;
    }
}
