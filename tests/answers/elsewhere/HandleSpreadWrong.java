// found: assertion
// Two calls of a spreading handle are two steps.
import java.lang.invoke.*;

public class HandleSpreadWrong {
    volatile int count;
    static MethodHandle handle;
    public static void main(String[] args) throws Exception {
        HandleSpreadWrong object = new HandleSpreadWrong();
        VarHandle field = MethodHandles.lookup().findVarHandle(HandleSpreadWrong.class, "count", int.class);
        MethodType add = MethodType.methodType(int.class, HandleSpreadWrong.class, int.class);
        MethodHandle get = field.toMethodHandle(VarHandle.AccessMode.GET_VOLATILE);
        MethodHandle set = field.toMethodHandle(VarHandle.AccessMode.SET_VOLATILE).asSpreader(Object[].class, 2);
        Runnable run = () -> {
            try {
                set.invoke(new Object[] {object, (int) get.invoke(object) + 1});
            } catch (Throwable e) { throw new Error(e); }
        };
        Thread other = new Thread(run);
        other.start();
        run.run();
        other.join();
        assert object.count == 2;
    }
}
