// proved
// The source is read at once.
import java.util.*;
import java.util.stream.*;

public class StreamLazyRight {
    public static void main(String[] args) throws Exception {
        List<Integer> list = new ArrayList<>(List.of(1, 2));
        Stream<Integer> stream = new ArrayList<>(list).stream();
        Thread adder = new Thread(() -> list.add(3));
        adder.start();
        long count = stream.filter(value -> value > 0).count();
        adder.join();
    }
}
