// found: deadlock
// Two such locks in two orders.
import java.lang.reflect.Method;

public class ReflectedLockWrong {
    private final Object own = new Object();

    public synchronized void inner(Object other) {
        synchronized (other) {
        }
    }

    public static void main(String[] args) throws Exception {
        Method inner = ReflectedLockWrong.class.getMethod("inner", Object.class);
        ReflectedLockWrong one = new ReflectedLockWrong();
        Thread other = new Thread(() -> {
            try {
                inner.invoke(one, one.own);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        synchronized (one.own) {
            inner.invoke(one, one.own);
        }
        other.join();
    }
}
