// proved
// The list is printed under the lock that guards it.
import java.util.*;

public class PrintListRight {
    public static void main(String[] args) throws Exception {
        List<Integer> list = new ArrayList<>(List.of(1, 2));
        Thread adder = new Thread(() -> { synchronized (list) { list.add(3); } });
        adder.start();
        synchronized (list) { System.out.println(list); }
        adder.join();
    }
}
