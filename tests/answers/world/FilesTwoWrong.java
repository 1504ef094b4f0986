// found: assertion
// A file is read while another thread writes it.
import java.nio.file.*;

public class FilesTwoWrong {
    static void write(Path file) {
        try { Files.writeString(file, "sold"); } catch (java.io.IOException e) { throw new AssertionError(e); }
    }
    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("shop", ".txt");
        Thread writer = new Thread(() -> write(file));
        writer.start();
        String text = Files.readString(file);
        writer.join();
        assert text.equals("sold") : text;
    }
}
