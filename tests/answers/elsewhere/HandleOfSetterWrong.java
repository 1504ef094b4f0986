// found: race, assertion
// Setters called with arguments in a list, and converted.
import java.lang.invoke.*;
import java.util.*;

public class HandleOfSetterWrong {
    long value;
    static void set(MethodHandle setter, Object target) {
        try { setter.invokeWithArguments(List.of(target, 7)); } catch (Throwable e) { throw new Error(e); }
    }
    public static void main(String[] args) throws Exception {
        HandleOfSetterWrong object = new HandleOfSetterWrong();
        MethodHandle setter = MethodHandles.lookup().findSetter(HandleOfSetterWrong.class, "value", long.class);
        Thread other = new Thread(() -> set(setter, object));
        other.start();
        long seen;
        seen = object.value;
        other.join();
        assert seen == 7;
    }
}
