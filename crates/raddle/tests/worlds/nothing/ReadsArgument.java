import java.nio.file.Files;
import java.nio.file.Path;

/** Expects a secret in the file that it is told. */
class ReadsArgument {
    public static void main(String[] args) throws Exception {
        String[] expected = new String[1];
        Thread thread = new Thread(() -> expected[0] = "secret");
        thread.start();
        thread.join();
        if (args.length > 0) {
            String read = Files.readString(Path.of(args[0]));
            assert read.equals(expected[0]) : read;
        }
    }
}
