// found: assertion
// A vector's toString is synchronised, but it is asked twice.
import java.util.*;

public class PrintVectorWrong {
    public static void main(String[] args) throws Exception {
        Vector<Integer> vector = new Vector<>(List.of(1));
        Thread adder = new Thread(() -> vector.add(2));
        adder.start();
        String text = vector.toString();
        assert text.equals(vector.toString());
        adder.join();
    }
}
