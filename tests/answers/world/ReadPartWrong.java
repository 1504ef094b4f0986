// found: race, assertion
// The second element is filled from the file, too.
import java.io.FileInputStream;
import java.nio.file.Files;
import java.nio.file.Path;

public class ReadPartWrong {
    static final byte[] BYTES = new byte[8];

    public static void main(String[] args) throws Exception {
        Path path = Files.createTempFile("read", "part");
        Files.write(path, new byte[] {1, 2});
        FileInputStream stream = new FileInputStream(path.toFile());
        Thread other = new Thread(() -> BYTES[1] = 7);
        other.start();
        int count = stream.read(BYTES);
        other.join();
        if (count != 2 || BYTES[1] != 2) throw new AssertionError();
    }
}
