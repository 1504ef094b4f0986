// proved
// Seek and write together under a lock.
import java.io.*;

public class RandomAccessRight {
    static RandomAccessFile file;
    static void put(int place, int value) {
        try {
            synchronized (file) {
                file.seek(place);
                file.write(value);
            }
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
