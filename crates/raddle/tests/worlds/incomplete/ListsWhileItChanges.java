import java.io.File;
import java.io.IOException;
import java.nio.file.Files;

/** Whether names that come meanwhile are shown is left open by the JDK. */
class ListsWhileItChanges {
    public static void main(String[] args) throws Exception {
        File folder = new File("/tmp/lists-while-it-changes");
        folder.mkdir();
        new File(folder, "a").createNewFile();
        Thread thread = new Thread(() -> {
            try {
                new File(folder, "b").createNewFile();
            } catch (IOException exception) {
                throw new AssertionError(exception);
            }
        });
        thread.start();
        try (var names = Files.newDirectoryStream(folder.toPath())) {
            for (var name : names) {
                assert name.getFileName().toString().length() == 1;
            }
        }
        thread.join();
    }
}
