import java.io.File;
import java.io.FileOutputStream;

/** A loop that looks for a file ends when it is there. */
class WaitsForFile {
    public static void main(String[] args) throws Exception {
        File mark = new File("/tmp/waits-for-file");
        Thread thread = new Thread(() -> {
            try {
                new FileOutputStream(mark).close();
            } catch (java.io.IOException exception) {
                throw new AssertionError(exception);
            }
        });
        thread.start();
        while (!mark.exists()) {
            Thread.onSpinWait();
        }
        thread.join();
    }
}
