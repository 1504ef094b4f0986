// found: exception
// The file may be gone between exists and reading.
import java.io.*;
import java.nio.file.*;

public class DeleteUnderWrong {
    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("answers", ".txt");
        Files.writeString(file, "text");
        Thread deleter = new Thread(() -> file.toFile().delete());
        deleter.start();
        if (Files.exists(file)) Files.readString(file);
        deleter.join();
    }
}
