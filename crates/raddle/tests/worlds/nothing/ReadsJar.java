import java.io.IOException;
import java.util.jar.JarFile;

class ReadsJar {
    static long size() {
        try (JarFile jar = new JarFile(System.getProperty("java.home") + "/lib/jrt-fs.jar")) {
            assert jar.getManifest() != null;
            return jar.stream().count();
        } catch (IOException exception) {
            throw new AssertionError(exception);
        }
    }

    public static void main(String[] args) throws Exception {
        long[] sizes = new long[2];
        Thread thread = new Thread(() -> sizes[0] = 3);
        thread.start();
        sizes[1] = size();
        thread.join();
        assert sizes[1] > 1 && sizes[0] == 3;
    }
}
