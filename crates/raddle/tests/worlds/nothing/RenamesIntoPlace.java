import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A reader sees the old text or the new one. */
class RenamesIntoPlace {
    public static void main(String[] args) throws Exception {
        Path target = Path.of("renames-into-place.tmp");
        Path other = Path.of("renames-into-place.new");
        Files.writeString(target, "old");
        Thread thread = new Thread(() -> {
            try {
                Files.writeString(other, "new");
                Files.move(other, target, StandardCopyOption.ATOMIC_MOVE);
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
