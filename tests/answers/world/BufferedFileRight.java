// proved
// It was flushed.
import java.io.*;
import java.nio.file.*;

public class BufferedFileRight {
    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("answers", ".log");
        BufferedWriter writer = Files.newBufferedWriter(file);
        Thread other = new Thread(() -> {
            try {
                writer.write("entry");
                writer.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        other.start();
        other.join();
        assert Files.size(file) == 5;
    }
}
