// found: assertion, race
// And so does whoever makes handles out of others.
import java.lang.invoke.*;

public class HandlesHandedWrong {
    static int next(int x) { return x + 1; }
    static int before(int x) { return x - 1; }
    public static void main(String[] args) throws Throwable {
        MethodType type = MethodType.methodType(int.class, int.class);
        MethodHandle next = MethodHandles.lookup().findStatic(HandlesHandedWrong.class, "next", type);
        MethodHandle before = MethodHandles.lookup().findStatic(HandlesHandedWrong.class, "before", type);
        MethodHandle[] filters = { next };
        Thread other = new Thread(() -> filters[0] = before);
        other.start();
        MethodHandle both = MethodHandles.filterArguments(next, 0, filters);
        other.join();
        assert (int) both.invoke(1) == 3;
    }
}
