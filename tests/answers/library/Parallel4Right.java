// proved
// A parallel stream that shares nothing.
import java.util.stream.*;

public class Parallel4Right {
    public static void main(String[] args) throws Exception {
        int sum = IntStream.rangeClosed(1, 4).parallel().map(x -> x * x).sum();
        assert sum == 30 : sum;
    }
}
