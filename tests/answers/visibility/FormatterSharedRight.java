// proved
// It is guarded.
import java.util.*;

public class FormatterSharedRight {
    public static void main(String[] args) throws Exception {
        Formatter formatter = new Formatter(new StringBuilder());
        Thread other = new Thread(() -> { synchronized (formatter) { formatter.format("%d-%d;", 1, 2); } });
        other.start();
        synchronized (formatter) { formatter.format("%d-%d;", 3, 4); }
        other.join();
        String text = formatter.toString();
        assert text.equals("1-2;3-4;") || text.equals("3-4;1-2;") : text;
    }
}
