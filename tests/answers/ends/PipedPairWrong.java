// found: exception
// The reader wants more than what was written, and the writer has not closed.
import java.io.*;

public class PipedPairWrong {
    public static void main(String[] args) throws Exception {
        PipedOutputStream out = new PipedOutputStream();
        PipedInputStream in = new PipedInputStream(out, 2);
        Thread writer = new Thread(() -> {
            try {
                out.write(7);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        writer.start();
        assert in.read() == 7;
        assert in.read() == -1;
        writer.join();
    }
}
