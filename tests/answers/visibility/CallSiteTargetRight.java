// proved
// It was set before.
import java.lang.invoke.*;

public class CallSiteTargetRight {
    public static void main(String[] args) throws Throwable {
        MutableCallSite site = new MutableCallSite(MethodHandles.constant(int.class, 1));
        MethodHandle invoker = site.dynamicInvoker();
        Thread setter = new Thread(() -> site.setTarget(MethodHandles.constant(int.class, 2)));
        setter.start();
        setter.join();
        int got = (int) invoker.invokeExact();
        assert got == 2;
    }
}
