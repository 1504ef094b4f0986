import java.io.File;
import java.io.FileWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/** Temporary files and folders, before there are threads and after. */
class TemporaryFiles {
    public static void main(String[] args) throws Exception {
        File first = File.createTempFile("first", null);
        Path folder = Files.createTempDirectory("folder");
        assert first.length() == 0 && Files.isDirectory(folder);
        Thread thread = new Thread(() -> {
            try (FileWriter writer = new FileWriter(first)) {
                writer.write("text");
            } catch (java.io.IOException exception) {
                throw new AssertionError(exception);
            }
        });
        thread.start();
        Files.createFile(folder.resolve("mine"));
        thread.join();
        assert first.length() == 4;
        assert first.delete() && !first.exists();
    }
}
