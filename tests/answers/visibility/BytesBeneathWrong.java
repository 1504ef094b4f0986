// found: assertion
// A ByteArrayOutputStream guards each write; two prints are two writes.
import java.io.*;

public class BytesBeneathWrong {
    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream first = new PrintStream(bytes), second = new PrintStream(bytes);
        Thread other = new Thread(() -> { first.print("a"); first.print("b"); });
        other.start();
        second.print("c");
        other.join();
        String text = bytes.toString();
        assert !text.equals("acb") : text;
    }
}
