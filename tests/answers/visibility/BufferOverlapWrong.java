// found: assertion, race
// A long and an int of direct memory overlap.
import java.nio.*;

public class BufferOverlapWrong {
    public static void main(String[] args) throws Exception {
        ByteBuffer memory = ByteBuffer.allocateDirect(16);
        Thread other = new Thread(() -> memory.putLong(0, -1L));
        other.start();
        int seen = memory.getInt(4);
        other.join();
        assert seen == 0;
    }
}
