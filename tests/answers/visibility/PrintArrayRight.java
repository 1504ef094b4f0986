// proved
// Under a lock they are.
import java.util.*;

public class PrintArrayRight {
    static final int[] pair = {0, 0};
    static synchronized void set() { pair[0] = 1; pair[1] = 1; }
    static synchronized String text() { return Arrays.toString(pair); }
    public static void main(String[] args) throws Exception {
        Thread setter = new Thread(PrintArrayRight::set);
        setter.start();
        String text = text();
        setter.join();
        assert text.equals("[0, 0]") || text.equals("[1, 1]") : text;
    }
}
