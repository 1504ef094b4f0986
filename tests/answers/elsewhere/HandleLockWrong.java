// found: race
// Without its lock it is no better by a handle.
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

public class HandleLockWrong {
    static int count;

    static void increase() {
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
            .findStatic(HandleLockWrong.class, "increase", MethodType.methodType(void.class));
        Thread other = new Thread(() -> call(handle));
        other.start();
        call(handle);
        other.join();
    }
}
