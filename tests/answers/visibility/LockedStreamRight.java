// proved
// What stands under a print stream is reached under the stream's lock only.
import java.io.*;

public class LockedStreamRight {
    static int bytes;
    public static void main(String[] args) throws Exception {
        PrintStream stream = new PrintStream(new OutputStream() {
            @Override public void write(int value) { bytes++; }
            @Override public void write(byte[] values, int from, int length) { bytes += length; }
        }, true);
        Thread other = new Thread(() -> stream.print("a"));
        other.start();
        stream.print("b");
        other.join();
        assert bytes == 2;
    }
}
