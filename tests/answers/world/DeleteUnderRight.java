// proved
// A missing file is expected.
import java.io.*;
import java.nio.file.*;

public class DeleteUnderRight {
    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("answers", ".txt");
        Files.writeString(file, "text");
        Thread deleter = new Thread(() -> file.toFile().delete());
        deleter.start();
        try { Files.readString(file); } catch (NoSuchFileException e) { assert !Files.exists(file); }
        deleter.join();
    }
}
