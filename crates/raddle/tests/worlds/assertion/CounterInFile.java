import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A counter in a file is no better than one in a field. */
class CounterInFile {
    static final Path COUNTER = Path.of("/tmp/counter-in-file");

    static void count() {
        try {
            int value = Integer.parseInt(Files.readString(COUNTER));
            Files.write(COUNTER, Integer.toString(value + 1).getBytes(), java.nio.file.StandardOpenOption.WRITE);
        } catch (IOException exception) {
            throw new AssertionError(exception);
        }
    }

    public static void main(String[] args) throws Exception {
        Files.writeString(COUNTER, "0");
        Thread thread = new Thread(CounterInFile::count);
        thread.start();
        count();
        thread.join();
        assert Files.readString(COUNTER).equals("2");
    }
}
