import java.io.IOException;
import java.io.RandomAccessFile;

/** Two threads move the one position of a file. */
class SharedPosition {
    static void put(RandomAccessFile file, int at, int value) {
        try {
            file.seek(at);
            file.write(value);
        } catch (IOException exception) {
            throw new AssertionError(exception);
        }
    }

    public static void main(String[] args) throws Exception {
        try (RandomAccessFile file = new RandomAccessFile("/tmp/shared-position", "rw")) {
            file.setLength(2);
            Thread thread = new Thread(() -> put(file, 0, 7));
            thread.start();
            put(file, 1, 8);
            thread.join();
            file.seek(0);
            assert file.read() == 7 && file.read() == 8;
        }
    }
}
