// proved
// One of both has made it.
import java.io.*;
import java.nio.file.*;

public class DirectoriesRight {
    static volatile boolean theirs;
    public static void main(String[] args) throws Exception {
        File folder = new File(Files.createTempDirectory("answers").toFile(), "made");
        Thread other = new Thread(() -> theirs = folder.mkdir());
        other.start();
        boolean mine = folder.mkdir();
        other.join();
        assert mine != theirs && folder.isDirectory();
    }
}
