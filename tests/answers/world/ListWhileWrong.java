// found: assertion
// A directory is listed while another thread puts files into it.
import java.io.*;
import java.nio.file.*;

public class ListWhileWrong {
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
        int count = folder.list().length;
        maker.join();
        assert count == 2 : count;
    }
}
