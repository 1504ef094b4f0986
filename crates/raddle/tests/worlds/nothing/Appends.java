import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;

/** Who appends loses nothing. */
class Appends {
    static void append(int value) {
        try (FileOutputStream out = new FileOutputStream("appends.tmp", true)) {
            out.write(value);
        } catch (IOException exception) {
            throw new AssertionError(exception);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread one = new Thread(() -> append(1));
        Thread two = new Thread(() -> append(2));
        one.start();
        two.start();
        one.join();
        two.join();
        assert new File("appends.tmp").length() == 2;
    }
}
