// proved
// A file of two bytes fills two elements, however many were wanted.
import java.io.FileInputStream;
import java.nio.file.Files;
import java.nio.file.Path;

public class ReadPartRight {
    static final byte[] BYTES = new byte[8];

    public static void main(String[] args) throws Exception {
        Path path = Files.createTempFile("read", "part");
        Files.write(path, new byte[] {1, 2});
        FileInputStream stream = new FileInputStream(path.toFile());
        Thread other = new Thread(() -> BYTES[5] = 7);
        other.start();
        int count = stream.read(BYTES);
        other.join();
        if (count != 2 || BYTES[1] != 2 || BYTES[5] != 7) throw new AssertionError();
    }
}
