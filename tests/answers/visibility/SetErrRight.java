// proved
// It was set before.
import java.io.*;

public class SetErrRight {
    public static void main(String[] args) throws Exception {
        PrintStream after = new PrintStream(new ByteArrayOutputStream());
        Thread setter = new Thread(() -> System.setErr(after));
        setter.start();
        setter.join();
        PrintStream seen = System.err;
        assert seen == after;
    }
}
