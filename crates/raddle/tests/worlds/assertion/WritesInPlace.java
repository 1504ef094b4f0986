import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A reader sees a file that is about to be written. */
class WritesInPlace {
    public static void main(String[] args) throws Exception {
        Path target = Path.of("writes-in-place.tmp");
        Files.writeString(target, "old");
        Thread thread = new Thread(() -> {
            try {
                Files.writeString(target, "new");
            } catch (IOException exception) {
                throw new AssertionError(exception);
            }
        });
        thread.start();
        String read = Files.readString(target);
        assert read.equals("old") || read.equals("new") : read;
        thread.join();
    }
}
