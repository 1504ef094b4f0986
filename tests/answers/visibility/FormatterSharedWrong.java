// found: assertion, exception, race
// A formatter appends piece by piece to what it has.
import java.util.*;

public class FormatterSharedWrong {
    public static void main(String[] args) throws Exception {
        Formatter formatter = new Formatter(new StringBuilder());
        Thread other = new Thread(() -> formatter.format("%d-%d;", 1, 2));
        other.start();
        formatter.format("%d-%d;", 3, 4);
        other.join();
        String text = formatter.toString();
        assert text.equals("1-2;3-4;") || text.equals("3-4;1-2;") : text;
    }
}
