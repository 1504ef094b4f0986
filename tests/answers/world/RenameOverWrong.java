// found: assertion
// Written in place, a file is seen half written.
import java.io.*;
import java.nio.file.*;

public class RenameOverWrong {
    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("answers");
        Path file = folder.resolve("settings"), aside = folder.resolve("aside");
        Files.writeString(file, "old");
        Thread writer = new Thread(() -> {
            try {
                Files.writeString(file, "new");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        writer.start();
        String seen = Files.readString(file);
        writer.join();
        assert seen.equals("old") || seen.equals("new") : seen;
    }
}
