import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Names come in order, whoever made them first. */
class ListsInOrder {
    static final File FOLDER = new File("lists-in-order.tmp");

    static void make(String name) {
        try {
            new File(FOLDER, name).createNewFile();
        } catch (IOException exception) {
            throw new AssertionError(exception);
        }
    }

    public static void main(String[] args) throws Exception {
        FOLDER.mkdirs();
        Thread thread = new Thread(() -> make("b"));
        thread.start();
        make("a");
        thread.join();
        assert List.of(FOLDER.list()).equals(List.of("a", "b"));
        try (var names = Files.list(FOLDER.toPath())) {
            assert names.map(Path::getFileName).map(Path::toString).collect(Collectors.toList()).equals(List.of("a", "b"));
        }
    }
}
