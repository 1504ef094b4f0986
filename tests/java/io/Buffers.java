// Byte and char buffers.
package io;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.IntBuffer;

public class Buffers {
    public static void main(String[] args) throws Exception {
        ByteBuffer b = ByteBuffer.allocate(32);
        b.putInt(1).putLong(-2L).putDouble(0.5).putChar('q').flip();
        System.out.println(b.getInt() + " " + b.getLong() + " " + b.getDouble() + b.getChar() + b.remaining());
        IntBuffer view = ByteBuffer.wrap(new byte[] {0, 0, 0, 1, 0, 0, 1, 0}).asIntBuffer();
        System.out.println(view.get(1) + view.capacity());
        ByteBuffer direct = ByteBuffer.allocateDirect(16).order(ByteOrder.LITTLE_ENDIAN);
        direct.putInt(0, 0x01020304);
        System.out.println(direct.get(0) + " " + direct.isDirect() + " " + CharBuffer.wrap("hello").subSequence(1, 3) + " " + b.duplicate().rewind().limit());
    }
}
