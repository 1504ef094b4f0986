// found: assertion, race
// An int written through a view is four bytes of the array.
import java.lang.invoke.*;
import java.nio.*;

public class BytesAsIntsWrong {
    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    public static void main(String[] args) throws Exception {
        byte[] bytes = new byte[8];
        Thread other = new Thread(() -> INTS.set(bytes, 0, 0x01010101));
        other.start();
        byte seen = bytes[3];
        other.join();
        assert seen == 0;
    }
}
