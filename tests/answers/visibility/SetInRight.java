// proved
// Reading from what was kept.
import java.io.*;

public class SetInRight {
    public static void main(String[] args) throws Exception {
        InputStream mine = new ByteArrayInputStream(new byte[] {5});
        System.setIn(mine);
        Thread setter = new Thread(() -> System.setIn(new ByteArrayInputStream(new byte[] {6})));
        setter.start();
        int read = mine.read();
        setter.join();
        assert read == 5 : read;
    }
}
