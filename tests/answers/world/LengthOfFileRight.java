// proved
// The length of another file.
import java.io.*;

public class LengthOfFileRight {
    public static void main(String[] args) throws Exception {
        File file = File.createTempFile("answers", "a"), other = File.createTempFile("answers", "b");
        Thread writer = new Thread(() -> {
            try (FileOutputStream out = new FileOutputStream(file)) { out.write(1); out.write(2); }
            catch (IOException e) { throw new UncheckedIOException(e); }
        });
        writer.start();
        long length = other.length();
        writer.join();
        assert length == 0;
    }
}
