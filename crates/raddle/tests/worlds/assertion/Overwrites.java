import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;

/** Who does not append overwrites what others wrote. */
class Overwrites {
    static void write(int value) {
        try (FileOutputStream out = new FileOutputStream("overwrites.tmp")) {
            out.write(value);
            out.write(value);
        } catch (IOException exception) {
            throw new AssertionError(exception);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread one = new Thread(() -> write(1));
        Thread two = new Thread(() -> write(2));
        one.start();
        two.start();
        one.join();
        two.join();
        byte[] bytes = java.nio.file.Files.readAllBytes(new File("overwrites.tmp").toPath());
        assert bytes.length == 2 && bytes[0] == bytes[1];
    }
}
