import java.io.File;
import java.io.FileWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/** Changes files that the host has, where it has them. */
class ChangesFiles {
    public static void main(String[] args) throws Exception {
        boolean isThere = new File("appended").exists();
        Thread thread = new Thread(() -> new File("deleted").delete());
        thread.start();
        try (FileWriter writer = new FileWriter("appended", true)) {
            writer.write("more");
        }
        new File("renamed").renameTo(new File("other"));
        new File("folder").mkdir();
        Files.createTempFile(Path.of("."), "temporary", null);
        thread.join();
        assert !new File("deleted").exists() && !new File("renamed").exists();
        assert Files.readString(Path.of("appended")).equals(isThere ? "twomore" : "more");
        assert new File("other").exists() == isThere;
    }
}
