// found: assertion
// An int is boxed for a volatile write of an element, which is a step like any other.
// The flag is set first.
import java.lang.invoke.*;

public class BoxedElementWrong {
    static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);
    static volatile int data;
    public static void main(String[] args) throws Exception {
        int[] flag = new int[1];
        Object one = Integer.valueOf(1);
        Thread writer = new Thread(() -> {
            ELEMENT.setVolatile(flag, 0, (Integer) one);
            data = 5;
        });
        writer.start();
        if ((int) ELEMENT.getVolatile(flag, 0) == 1) assert data == 5;
        writer.join();
    }
}
