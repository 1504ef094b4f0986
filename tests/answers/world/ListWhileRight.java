// proved
// After it.
import java.io.*;
import java.nio.file.*;

public class ListWhileRight {
    public static void main(String[] args) throws Exception {
        File folder = Files.createTempDirectory("answers").toFile();
        Thread maker = new Thread(() -> {
            try {
                new File(folder, "a").createNewFile();
                new File(folder, "b").createNewFile();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        maker.start();
        maker.join();
        int count = folder.list().length;
        assert count == 2 : count;
    }
}
