// found: exception
// The file is gone while the daemon is at work.
import java.io.File;

public class DeleteOnExitWrong {
    public static void main(String[] args) throws Exception {
        File file = File.createTempFile("work", ".tmp");
        file.deleteOnExit();
        Thread reader = new Thread(() -> {
            if (!file.exists()) {
                throw new IllegalStateException();
            }
        });
        reader.setDaemon(true);
        reader.start();
    }
}
