// proved
// Each has a stream of its own.
import java.io.*;

public class StreamSharedRight {
    static volatile int theirs;
    public static void main(String[] args) throws Exception {
        File file = File.createTempFile("answers", "in");
        try (FileOutputStream out = new FileOutputStream(file)) { out.write(new byte[] {1, 2}); }
        FileInputStream in = new FileInputStream(file);
        FileInputStream other = new FileInputStream(file);
        Thread reader = new Thread(() -> {
            try { theirs = other.read(); } catch (IOException e) { throw new UncheckedIOException(e); }
        });
        reader.start();
        int mine = in.read();
        reader.join();
        assert mine == 1;
    }
}
