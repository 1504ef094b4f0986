// proved
// An atomic one.
import java.lang.invoke.*;
import java.nio.*;

public class ViewAtomicRight {
    static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    static final ByteBuffer memory = ByteBuffer.allocateDirect(16);
    static void add() {
        long before = (long) LONGS.getAndAdd(memory, 8, 1L);
    }
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(ViewAtomicRight::add);
        other.start();
        add();
        other.join();
        assert (long) LONGS.getVolatile(memory, 8) == 2;
    }
}
