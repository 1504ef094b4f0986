// proved
// Locked from reading to pushing back.
import java.io.*;

public class PushedBackRight {
    static PushbackInputStream in = new PushbackInputStream(new ByteArrayInputStream(new byte[] {1, 2}), 2);
    static int peek() {
        try {
            synchronized (in) {
                int value = in.read();
                in.unread(value);
                return value;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(PushedBackRight::peek);
        other.start();
        int mine = peek();
        other.join();
        assert mine == 1;
    }
}
