// found: exception
// A part of a list is void once the whole has changed.
import java.util.*;

public class SubListWrong {
    public static void main(String[] args) throws Exception {
        Vector<Integer> whole = new Vector<>(List.of(1, 2, 3));
        List<Integer> part = whole.subList(0, 2);
        Thread adder = new Thread(() -> whole.add(4));
        adder.start();
        int size = part.size();
        adder.join();
    }
}
