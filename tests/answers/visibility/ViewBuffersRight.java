// proved
// Views of different parts.
import java.nio.*;

public class ViewBuffersRight {
    public static void main(String[] args) throws Exception {
        ByteBuffer bytes = ByteBuffer.allocate(16);
        ShortBuffer shorts = bytes.asShortBuffer();
        LongBuffer longs = bytes.asLongBuffer();
        Thread other = new Thread(() -> longs.put(0, 0x0102030405060708L));
        other.start();
        short seen = shorts.get(5);
        other.join();
        assert seen == 0 : seen;
    }
}
