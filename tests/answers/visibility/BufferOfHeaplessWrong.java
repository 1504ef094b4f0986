// found: assertion, race
// Memory outside of the heap is shared memory.
import java.nio.*;

public class BufferOfHeaplessWrong {
    static final ByteBuffer memory = ByteBuffer.allocateDirect(8);
    static void add() { memory.putInt(0, memory.getInt(0) + 1); }
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(BufferOfHeaplessWrong::add);
        other.start();
        add();
        other.join();
        assert memory.getInt(0) == 2;
    }
}
