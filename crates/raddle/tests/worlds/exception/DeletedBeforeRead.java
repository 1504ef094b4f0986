import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

class DeletedBeforeRead {
    public static void main(String[] args) throws Exception {
        Path path = Path.of("deleted-before-read.tmp");
        Files.writeString(path, "here");
        Thread thread = new Thread(() -> path.toFile().delete());
        thread.start();
        String read;
        try {
            read = Files.readString(path);
        } catch (IOException exception) {
            throw new UncheckedIOException(exception);
        }
        assert read.equals("here");
        thread.join();
    }
}
