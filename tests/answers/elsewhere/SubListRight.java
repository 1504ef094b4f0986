// proved
// A copy of the part is not.
import java.util.*;

public class SubListRight {
    public static void main(String[] args) throws Exception {
        Vector<Integer> whole = new Vector<>(List.of(1, 2, 3));
        List<Integer> part = new ArrayList<>(whole.subList(0, 2));
        Thread adder = new Thread(() -> whole.add(4));
        adder.start();
        int size = part.size();
        adder.join();
    }
}
