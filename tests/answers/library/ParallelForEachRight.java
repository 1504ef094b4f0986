// proved
// A collector fills one list a part, and joins them in order.
import java.util.*;
import java.util.stream.*;

public class ParallelForEachRight {
    public static void main(String[] args) throws Exception {
        List<Integer> list = IntStream.range(0, 4).parallel().boxed().collect(Collectors.toList());
        assert list.equals(List.of(0, 1, 2, 3));
    }
}
