// proved
// These do not.
import java.nio.*;

public class BufferOverlapRight {
    public static void main(String[] args) throws Exception {
        ByteBuffer memory = ByteBuffer.allocateDirect(16);
        Thread other = new Thread(() -> memory.putLong(0, -1L));
        other.start();
        int seen = memory.getInt(8);
        other.join();
        assert seen == 0;
    }
}
