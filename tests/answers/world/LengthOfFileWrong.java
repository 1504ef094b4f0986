// found: assertion
// The length while somebody writes.
import java.io.*;

public class LengthOfFileWrong {
    public static void main(String[] args) throws Exception {
        File file = File.createTempFile("answers", "a"), other = File.createTempFile("answers", "b");
        Thread writer = new Thread(() -> {
            try (FileOutputStream out = new FileOutputStream(file)) { out.write(1); out.write(2); }
            catch (IOException e) { throw new UncheckedIOException(e); }
        });
        writer.start();
        long length = file.length();
        writer.join();
        assert length == 0;
    }
}
