// proved
// It is set before printing.
import java.io.*;

public class SetOutRight {
    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Thread setter = new Thread(() -> System.setOut(new PrintStream(bytes, true)));
        setter.start();
        setter.join();
        System.out.print("here");
        assert bytes.toString().equals("here");
    }
}
