// proved
// What is written under a lock that the reader takes is ordered, however it came to the reader.
import java.io.OutputStream;
import java.io.PrintStream;

public class OutPublishedRight {
    static class Own extends PrintStream {
        int value;

        Own() {
            super(OutputStream.nullOutputStream());
            value = 1;
        }
    }

    static synchronized void set() {
        System.setOut(new Own());
    }

    static synchronized Object look() {
        return System.out;
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(OutPublishedRight::set);
        other.start();
        if (look() instanceof Own own && own.value != 1) throw new AssertionError();
        other.join();
    }
}
