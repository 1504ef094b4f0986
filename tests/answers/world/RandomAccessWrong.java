// found: assertion
// Two threads share a file's position: one seeks, the other writes.
import java.io.*;

public class RandomAccessWrong {
    static RandomAccessFile file;
    static void put(int place, int value) {
        try {
                file.seek(place);
                file.write(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
    public static void main(String[] args) throws Exception {
        file = new RandomAccessFile(File.createTempFile("answers", ".bin"), "rw");
        Thread other = new Thread(() -> put(0, 1));
        other.start();
        put(1, 2);
        other.join();
        file.seek(0);
        assert file.read() == 1 && file.read() == 2;
    }
}
