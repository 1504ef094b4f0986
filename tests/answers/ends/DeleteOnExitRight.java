// proved
// The end waits for whoever is no daemon.
import java.io.File;

public class DeleteOnExitRight {
    public static void main(String[] args) throws Exception {
        File file = File.createTempFile("work", ".tmp");
        file.deleteOnExit();
        new Thread(() -> {
            if (!file.exists()) {
                throw new IllegalStateException();
            }
        }).start();
    }
}
