// proved
// Under a lock.
import java.lang.invoke.*;
import java.util.*;

public class HandleOfSetterRight {
    long value;
    static void set(MethodHandle setter, Object target) {
        try { setter.invokeWithArguments(List.of(target, 7)); } catch (Throwable e) { throw new Error(e); }
    }
    public static void main(String[] args) throws Exception {
        HandleOfSetterRight object = new HandleOfSetterRight();
        MethodHandle setter = MethodHandles.lookup().findSetter(HandleOfSetterRight.class, "value", long.class);
        Thread other = new Thread(() -> { synchronized (object) { set(setter, object); } });
        other.start();
        long seen;
        synchronized (object) { seen = object.value; }
        other.join();
        assert seen == 7 || seen == 0;
    }
}
