// found: race, exception, assertion
// Sorting an array that another thread writes.
import java.util.*;

public class SortWhileWrong {
    public static void main(String[] args) throws Exception {
        int[] numbers = {3, 1, 2};
        Thread writer = new Thread(() -> numbers[0] = 0);
        writer.start();
        Arrays.sort(numbers);
        writer.join();
    }
}
