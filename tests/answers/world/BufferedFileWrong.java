// found: assertion
// A buffered writer keeps what it was given; the file does not have it yet.
import java.io.*;
import java.nio.file.*;

public class BufferedFileWrong {
    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("answers", ".log");
        BufferedWriter writer = Files.newBufferedWriter(file);
        Thread other = new Thread(() -> {
            try {
                writer.write("entry");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        other.start();
        other.join();
        assert Files.size(file) == 5;
    }
}
