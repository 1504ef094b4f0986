// proved
// The writer has ended.
import java.io.*;
import java.nio.file.*;

public class WriteThenReadRight {
    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("answers", ".txt");
        Thread writer = new Thread(() -> {
            try { Files.writeString(file, "ready"); } catch (IOException e) { throw new UncheckedIOException(e); }
        });
        writer.start();
        writer.join();
        String text = Files.readString(file);
        assert text.equals("ready") : text;
    }
}
