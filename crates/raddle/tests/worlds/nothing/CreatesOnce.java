import java.io.File;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** One of two makes a file, one of two makes a folder, one of two removes it, however they ask. */
class CreatesOnce {
    static final AtomicInteger MADE = new AtomicInteger();

    static void claim() {
        try {
            if (new File("creates-once.tmp").createNewFile()) {
                MADE.incrementAndGet();
            }
            if (new File("/tmp/creates-once").mkdir()) {
                MADE.incrementAndGet();
            }
            Files.createFile(Path.of("/tmp/creates-once/file"));
            MADE.incrementAndGet();
        } catch (FileAlreadyExistsException exception) {
            // The other one was first.
        } catch (IOException exception) {
            throw new AssertionError(exception);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(CreatesOnce::claim);
        thread.start();
        claim();
        thread.join();
        assert MADE.get() == 3 : MADE.get();
    }
}
