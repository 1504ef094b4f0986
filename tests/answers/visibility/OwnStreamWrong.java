// found: assertion
// A print stream calls write of a stream of the program's own; two print streams, so two at once.
import java.io.*;
import java.util.concurrent.atomic.*;

public class OwnStreamWrong {
    static class Alone extends OutputStream {
        final AtomicInteger inside = new AtomicInteger();
        public void write(int b) {
            assert inside.incrementAndGet() == 1;
            inside.decrementAndGet();
        }
    }
    public static void main(String[] args) throws Exception {
        Alone alone = new Alone();
        Thread other = new Thread(() -> new PrintStream(alone).write(1));
        other.start();
        new PrintStream(alone).write(2);
        other.join();
    }
}
