// proved
// And two threads read such objects back.
import java.io.*;

public class SerialReadRight {
    static class Point implements Serializable {
        final int x;
        Point(int x) { this.x = x; }
    }
    static void copy(int x) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            new ObjectOutputStream(bytes).writeObject(new Point(x));
            Point read = (Point) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
            assert read.x == x;
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> copy(1));
        other.start();
        copy(2);
        other.join();
    }
}
