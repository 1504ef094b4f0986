import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs that are forked while a file is open read on where they were. */
class OwnPositions {
    public static void main(String[] args) throws Exception {
        try (FileOutputStream out = new FileOutputStream("/tmp/own-positions")) {
            out.write("0123456789".getBytes());
        }
        AtomicInteger steps = new AtomicInteger();
        try (FileInputStream in = new FileInputStream("/tmp/own-positions")) {
            Thread thread = new Thread(() -> {
                steps.incrementAndGet();
                steps.incrementAndGet();
            });
            thread.start();
            for (int digit = 0; digit < 10; digit++) {
                steps.get();
                int read = in.read();
                assert read == '0' + digit : digit;
            }
            thread.join();
        }
    }
}
