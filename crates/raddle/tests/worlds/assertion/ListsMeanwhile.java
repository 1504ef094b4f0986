import java.io.File;
import java.io.IOException;

/** A listing shows one of two files that another thread makes. */
class ListsMeanwhile {
    public static void main(String[] args) throws Exception {
        File folder = new File("/tmp/lists-meanwhile");
        folder.mkdir();
        Thread thread = new Thread(() -> {
            try {
                new File(folder, "a").createNewFile();
                new File(folder, "b").createNewFile();
            } catch (IOException exception) {
                throw new AssertionError(exception);
            }
        });
        thread.start();
        int names = folder.list().length;
        thread.join();
        assert names != 1;
    }
}
