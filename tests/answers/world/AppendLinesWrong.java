// found: assertion
// Each run begins with an empty file: what one run appends is never seen by another.
// Read, add and write the whole: a line is lost.
import java.io.*;
import java.nio.file.*;
import java.util.*;

public class AppendLinesWrong {
    static void add(Path file) {
        try {
            List<String> lines = new ArrayList<>(Files.readAllLines(file));
            lines.add("line");
            Files.write(file, lines);
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
