// proved
// A method that takes a lock takes it when it is called by reflection, too.
import java.lang.reflect.Method;

public class ReflectedLockRight {
    static int count;

    public static synchronized void add() {
        count++;
    }

    public static void main(String[] args) throws Exception {
        Method add = ReflectedLockRight.class.getMethod("add");
        Thread other = new Thread(() -> {
            try {
                add.invoke(null);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        add.invoke(null);
        other.join();
        assert count == 2;
    }
}
