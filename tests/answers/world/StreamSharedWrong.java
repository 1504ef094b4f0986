// found: assertion
// Two threads read one stream: each gets what the other left.
import java.io.*;

public class StreamSharedWrong {
    static volatile int theirs;
    public static void main(String[] args) throws Exception {
        File file = File.createTempFile("answers", "in");
        try (FileOutputStream out = new FileOutputStream(file)) { out.write(new byte[] {1, 2}); }
        FileInputStream in = new FileInputStream(file);
        FileInputStream other = in;
        Thread reader = new Thread(() -> {
            try { theirs = other.read(); } catch (IOException e) { throw new UncheckedIOException(e); }
        });
        reader.start();
        int mine = in.read();
        reader.join();
        assert mine == 1;
    }
}
