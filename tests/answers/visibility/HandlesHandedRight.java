// proved
// One handle for both threads, each of which makes another of it.
import java.lang.invoke.*;

public class HandlesHandedRight {
    static int next(int x) { return x + 1; }
    static int twice(MethodHandle next) {
        try {
            return (int) MethodHandles.filterArguments(next, 0, new MethodHandle[] { next }).invoke(1);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
    public static void main(String[] args) throws Throwable {
        MethodType type = MethodType.methodType(int.class, int.class);
        MethodHandle next = MethodHandles.lookup().findStatic(HandlesHandedRight.class, "next", type);
        int[] got = new int[1];
        Thread other = new Thread(() -> got[0] = twice(next));
        other.start();
        assert twice(next) == 3;
        other.join();
        assert got[0] == 3;
    }
}
