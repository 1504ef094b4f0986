// proved
// Bytes side by side, outside of the heap.
import java.nio.ByteBuffer;

public class OutsideBytesRight {
    public static void main(String[] args) throws Exception {
        ByteBuffer bytes = ByteBuffer.allocateDirect(8);
        Thread other = new Thread(() -> bytes.put(0, (byte) 1));
        other.start();
        bytes.put(1, (byte) 1);
        other.join();
        assert bytes.getShort(0) == 0x101;
    }
}
