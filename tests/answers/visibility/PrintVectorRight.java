// proved
// Once.
import java.util.*;

public class PrintVectorRight {
    public static void main(String[] args) throws Exception {
        Vector<Integer> vector = new Vector<>(List.of(1));
        Thread adder = new Thread(() -> vector.add(2));
        adder.start();
        String text = vector.toString();
        assert text.equals("[1]") || text.equals("[1, 2]");
        adder.join();
    }
}
