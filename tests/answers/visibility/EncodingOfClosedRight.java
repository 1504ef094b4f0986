// proved
// Here it asks before.
import java.io.*;

public class EncodingOfClosedRight {
    public static void main(String[] args) throws Exception {
        InputStreamReader reader = new InputStreamReader(new ByteArrayInputStream(new byte[4]));
        Thread closer = new Thread(() -> {
            try { reader.close(); } catch (IOException e) { throw new UncheckedIOException(e); }
        });
        assert reader.getEncoding() != null;
        closer.start();
        closer.join();
        assert reader.getEncoding() == null;
    }
}
