// found: race, assertion
// A parallel stream whose elements are added up in a shared field.
import java.util.stream.*;

public class Parallel4Wrong {
    static int sum;
    public static void main(String[] args) throws Exception {
        IntStream.rangeClosed(1, 4).parallel().forEach(x -> sum += x);
        assert sum == 10 : sum;
    }
}
