// found: exception, race
// Iterating over a synchronised list is not synchronised.
import java.util.*;

public class SynchronizedIterationWrong {
    public static void main(String[] args) throws Exception {
        List<Integer> list = Collections.synchronizedList(new ArrayList<>(List.of(1, 2)));
        Thread adder = new Thread(() -> list.add(3));
        adder.start();
        int sum = 0;
        for (int value : list) sum += value;
        adder.join();
        assert sum == 3 || sum == 6;
    }
}
