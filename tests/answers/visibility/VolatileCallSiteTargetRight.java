// proved
// Never back again.
import java.lang.invoke.*;

public class VolatileCallSiteTargetRight {
    public static void main(String[] args) throws Throwable {
        VolatileCallSite site = new VolatileCallSite(MethodHandles.constant(int.class, 1));
        MethodHandle invoker = site.dynamicInvoker();
        Thread setter = new Thread(() -> site.setTarget(MethodHandles.constant(int.class, 2)));
        setter.start();
        int first = (int) invoker.invokeExact();
        int second = (int) invoker.invokeExact();
        assert first <= second;
        setter.join();
    }
}
