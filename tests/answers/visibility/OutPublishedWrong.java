// found: race
// Setting the standard output publishes nothing.
import java.io.OutputStream;
import java.io.PrintStream;

public class OutPublishedWrong {
    static class Own extends PrintStream {
        int value;

        Own() {
            super(OutputStream.nullOutputStream());
            value = 1;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> System.setOut(new Own()));
        other.start();
        if (System.out instanceof Own own && own.value != 1) throw new AssertionError();
        other.join();
    }
}
