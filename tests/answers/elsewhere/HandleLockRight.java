// proved
// A synchronized method takes its lock, whoever calls it: here a handle.
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

public class HandleLockRight {
    static int count;

    static synchronized void increase() {
        count++;
    }

    static void call(MethodHandle handle) {
        try {
            handle.invokeExact();
        } catch (Throwable thrown) {
            throw new IllegalStateException(thrown);
        }
    }

    public static void main(String[] args) throws Exception {
        MethodHandle handle = MethodHandles.lookup()
            .findStatic(HandleLockRight.class, "increase", MethodType.methodType(void.class));
        Thread other = new Thread(() -> call(handle));
        other.start();
        call(handle);
        other.join();
        if (count != 2) throw new AssertionError();
    }
}
