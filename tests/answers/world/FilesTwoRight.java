// proved
// A file is read when whoever writes it has ended.
import java.nio.file.*;

public class FilesTwoRight {
    static void write(Path file) {
        try { Files.writeString(file, "sold"); } catch (java.io.IOException e) { throw new AssertionError(e); }
    }
    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("shop", ".txt");
        Thread writer = new Thread(() -> write(file));
        writer.start();
        writer.join();
        String text = Files.readString(file);
        writer.join();
        assert text.equals("sold") : text;
    }
}
