// proved
// Sorting a copy.
import java.util.*;

public class SortWhileRight {
    public static void main(String[] args) throws Exception {
        int[] numbers = {3, 1, 2};
        int[] copy = numbers.clone();
        Thread writer = new Thread(() -> numbers[0] = 0);
        writer.start();
        Arrays.sort(copy);
        writer.join();
        assert copy[0] == 1;
    }
}
