// found: livelock
// Nobody ever sets the flag that is waited for.
import java.lang.invoke.*;

public class BoxedElementSpinWrong {
    static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);
    public static void main(String[] args) throws Exception {
        long[] flags = new long[2];
        Long one = 1L;
        Thread writer = new Thread(() -> ELEMENT.setVolatile(flags, 0, one));
        writer.start();
        while ((long) ELEMENT.getVolatile(flags, 1) == 0) Thread.onSpinWait();
    }
}
