// found: assertion
// Each write of an OutputStreamWriter is guarded by its lock, two are not.
import java.io.*;

public class WriterOfBytesWrong {
    static void write(Writer writer, String first, String second) {
        try {
            writer.write(first);
            writer.write(second);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Writer writer = new OutputStreamWriter(bytes, "UTF-8");
        Thread other = new Thread(() -> write(writer, "a", "b"));
        other.start();
        write(writer, "a", "b");
        other.join();
        writer.flush();
        assert bytes.toString().equals("abab") : bytes;
    }
}
