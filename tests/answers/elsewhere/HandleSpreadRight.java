// proved
// getAndAdd is one.
import java.lang.invoke.*;

public class HandleSpreadRight {
    volatile int count;
    static MethodHandle handle;
    public static void main(String[] args) throws Exception {
        HandleSpreadRight object = new HandleSpreadRight();
        VarHandle field = MethodHandles.lookup().findVarHandle(HandleSpreadRight.class, "count", int.class);
        MethodType add = MethodType.methodType(int.class, HandleSpreadRight.class, int.class);
        MethodHandle bump = field.toMethodHandle(VarHandle.AccessMode.GET_AND_ADD).asSpreader(Object[].class, 2);
        Runnable run = () -> {
            try {
                Object before = bump.invoke(new Object[] {object, 1});
            } catch (Throwable e) { throw new Error(e); }
        };
        Thread other = new Thread(run);
        other.start();
        run.run();
        other.join();
        assert object.count == 2;
    }
}
