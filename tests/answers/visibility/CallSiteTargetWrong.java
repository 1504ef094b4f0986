// found: assertion, race
// The target of a mutable call site is a variable.
import java.lang.invoke.*;

public class CallSiteTargetWrong {
    public static void main(String[] args) throws Throwable {
        MutableCallSite site = new MutableCallSite(MethodHandles.constant(int.class, 1));
        MethodHandle invoker = site.dynamicInvoker();
        Thread setter = new Thread(() -> site.setTarget(MethodHandles.constant(int.class, 2)));
        setter.start();
        int got = (int) invoker.invokeExact();
        setter.join();
        assert got == 2;
    }
}
