// found: assertion, race
// System.err as well: it is no constant, whatever its modifiers say, and a plain variable.
import java.io.*;

public class SetErrWrong {
    public static void main(String[] args) throws Exception {
        PrintStream after = new PrintStream(new ByteArrayOutputStream());
        Thread setter = new Thread(() -> System.setErr(after));
        setter.start();
        PrintStream seen = System.err;
        setter.join();
        assert seen == after;
    }
}
