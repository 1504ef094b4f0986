// found: assertion
// A reader may come before the writer.
import java.io.*;
import java.nio.file.*;

public class WriteThenReadWrong {
    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("answers", ".txt");
        Thread writer = new Thread(() -> {
            try { Files.writeString(file, "ready"); } catch (IOException e) { throw new UncheckedIOException(e); }
        });
        writer.start();
        String text = Files.readString(file);
        writer.join();
        assert text.equals("ready") : text;
    }
}
