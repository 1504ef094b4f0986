// found: assertion, race
// A list of an array writes into the array.
import java.util.*;

public class ArraysAsListWrong {
    public static void main(String[] args) throws Exception {
        Integer[] array = {1, 2};
        List<Integer> list = Arrays.asList(array);
        Thread setter = new Thread(() -> list.set(0, 9));
        setter.start();
        int seen = array[0];
        setter.join();
        assert seen == 1;
    }
}
