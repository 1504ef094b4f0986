// found: assertion, race
// Two elements are meant to be equal; Arrays.toString reads one after the other.
import java.util.*;

public class PrintArrayWrong {
    static final int[] pair = {0, 0};
    static void set() { pair[0] = 1; pair[1] = 1; }
    static String text() { return Arrays.toString(pair); }
    public static void main(String[] args) throws Exception {
        Thread setter = new Thread(PrintArrayWrong::set);
        setter.start();
        String text = text();
        setter.join();
        assert text.equals("[0, 0]") || text.equals("[1, 1]") : text;
    }
}
