// found: assertion, race, exception
// A pushed-back byte may be read by the other.
import java.io.*;

public class PushedBackWrong {
    static PushbackInputStream in = new PushbackInputStream(new ByteArrayInputStream(new byte[] {1, 2}), 2);
    static int peek() {
        try {
                int value = in.read();
                in.unread(value);
                return value;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(PushedBackWrong::peek);
        other.start();
        int mine = peek();
        other.join();
        assert mine == 1;
    }
}
