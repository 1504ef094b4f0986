// found: assertion, race
// System.out is a variable; what is printed goes to whom it is at that moment.
import java.io.*;

public class SetOutWrong {
    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Thread setter = new Thread(() -> System.setOut(new PrintStream(bytes, true)));
        setter.start();
        System.out.print("here");
        setter.join();
        assert bytes.toString().equals("here");
    }
}
