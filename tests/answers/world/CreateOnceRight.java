// proved
// createNewFile tells who made it.
import java.io.*;
import java.nio.file.*;
import java.util.concurrent.atomic.*;

public class CreateOnceRight {
    static final AtomicInteger makers = new AtomicInteger();
    static void make(File file) {
        try {
            if (file.createNewFile()) makers.incrementAndGet();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
    public static void main(String[] args) throws Exception {
        File file = new File(Files.createTempDirectory("answers").toFile(), "once");
        Thread other = new Thread(() -> make(file));
        other.start();
        make(file);
        other.join();
        assert makers.get() == 1;
    }
}
