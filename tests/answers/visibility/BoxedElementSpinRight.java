// proved
// A boxed value is set, and the loop ends.
import java.lang.invoke.*;

public class BoxedElementSpinRight {
    static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);
    public static void main(String[] args) throws Exception {
        long[] flags = new long[2];
        Long one = 1L;
        Thread writer = new Thread(() -> ELEMENT.setVolatile(flags, 1, one));
        writer.start();
        while ((long) ELEMENT.getVolatile(flags, 1) == 0) Thread.onSpinWait();
    }
}
