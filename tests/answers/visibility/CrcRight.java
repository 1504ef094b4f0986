// proved
// The array was written before.
import java.util.zip.*;

public class CrcRight {
    public static void main(String[] args) throws Exception {
        byte[] bytes = {1, 2, 3};
        Thread writer = new Thread(() -> bytes[1] = 9);
        writer.start();
        writer.join();
        CRC32 sum = new CRC32();
        sum.update(bytes);
        CRC32 expected = new CRC32();
        expected.update(new byte[] {1, 9, 3});
        assert sum.getValue() == expected.getValue();
    }
}
