// proved
// A list made of its elements does not.
import java.util.*;

public class ArraysAsListRight {
    public static void main(String[] args) throws Exception {
        Integer[] array = {1, 2};
        List<Integer> list = new ArrayList<>(Arrays.asList(array));
        Thread setter = new Thread(() -> list.set(0, 9));
        setter.start();
        int seen = array[0];
        setter.join();
        assert seen == 1;
    }
}
