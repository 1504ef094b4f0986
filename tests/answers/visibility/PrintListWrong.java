// found: exception, race
// A list is printed while another thread adds to it: its iterator fails, or sees half of it.
import java.util.*;

public class PrintListWrong {
    public static void main(String[] args) throws Exception {
        List<Integer> list = new ArrayList<>(List.of(1, 2));
        Thread adder = new Thread(() -> list.add(3));
        adder.start();
        System.out.println(list);
        adder.join();
    }
}
