// proved
// Written aside and moved over, it is seen whole.
import java.io.*;
import java.nio.file.*;

public class RenameOverRight {
    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("answers");
        Path file = folder.resolve("settings"), aside = folder.resolve("aside");
        Files.writeString(file, "old");
        Thread writer = new Thread(() -> {
            try {
                Files.writeString(aside, "new");
                Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
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
