import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class LockedCounterInFile {
    static final Path COUNTER = Path.of("/tmp/locked-counter-in-file");

    static synchronized void count() {
        try {
            int value = Integer.parseInt(Files.readString(COUNTER));
            Files.writeString(COUNTER, Integer.toString(value + 1));
        } catch (IOException exception) {
            throw new AssertionError(exception);
        }
    }

    public static void main(String[] args) throws Exception {
        Files.writeString(COUNTER, "0");
        Thread thread = new Thread(LockedCounterInFile::count);
        thread.start();
        count();
        thread.join();
        assert Files.readString(COUNTER).equals("2");
    }
}
