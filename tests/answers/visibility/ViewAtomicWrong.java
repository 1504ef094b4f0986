// found: assertion
// Volatile reads and writes of a view, but an increment of two steps.
import java.lang.invoke.*;
import java.nio.*;

public class ViewAtomicWrong {
    static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    static final ByteBuffer memory = ByteBuffer.allocateDirect(16);
    static void add() {
        LONGS.setVolatile(memory, 8, (long) LONGS.getVolatile(memory, 8) + 1L);
    }
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(ViewAtomicWrong::add);
        other.start();
        add();
        other.join();
        assert (long) LONGS.getVolatile(memory, 8) == 2;
    }
}
