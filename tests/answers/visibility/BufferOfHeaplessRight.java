// proved
// Guarded.
import java.nio.*;

public class BufferOfHeaplessRight {
    static final ByteBuffer memory = ByteBuffer.allocateDirect(8);
    static synchronized void add() { memory.putInt(0, memory.getInt(0) + 1); }
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(BufferOfHeaplessRight::add);
        other.start();
        add();
        other.join();
        assert memory.getInt(0) == 2;
    }
}
