// found: exception, race
// A stream reads its source when it ends, not when it is made.
import java.util.*;
import java.util.stream.*;

public class StreamLazyWrong {
    public static void main(String[] args) throws Exception {
        List<Integer> list = new ArrayList<>(List.of(1, 2));
        Stream<Integer> stream = list.stream();
        Thread adder = new Thread(() -> list.add(3));
        adder.start();
        long count = stream.filter(value -> value > 0).count();
        adder.join();
    }
}
