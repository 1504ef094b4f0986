// found: assertion
// Who asks for the encoding may come when the writer has been closed, and gets none.
import java.io.*;

public class EncodingOfClosedWrong {
    public static void main(String[] args) throws Exception {
        OutputStreamWriter writer = new OutputStreamWriter(new ByteArrayOutputStream());
        Thread closer = new Thread(() -> {
            try { writer.close(); } catch (IOException e) { throw new UncheckedIOException(e); }
        });
        closer.start();
        assert writer.getEncoding() != null;
        closer.join();
    }
}
