// proved
// One write each.
import java.io.*;

public class WriterOfBytesRight {
    static void write(Writer writer, String first, String second) {
        try {
            writer.write(first + second);
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
