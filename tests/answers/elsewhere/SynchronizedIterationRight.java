// proved
// Under its lock it is.
import java.util.*;

public class SynchronizedIterationRight {
    public static void main(String[] args) throws Exception {
        List<Integer> list = Collections.synchronizedList(new ArrayList<>(List.of(1, 2)));
        Thread adder = new Thread(() -> list.add(3));
        adder.start();
        int sum = 0;
        synchronized (list) { for (int value : list) sum += value; }
        adder.join();
        assert sum == 3 || sum == 6;
    }
}
