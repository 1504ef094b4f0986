import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A release write and an acquire read order what was written before; that they allow more than any order of steps is said. */
class ReleaseFlag {
    static final VarHandle FLAG;

    static {
        try {
            FLAG = MethodHandles.lookup().findStaticVarHandle(ReleaseFlag.class, "flag", boolean.class);
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(impossible);
        }
    }

    static boolean flag;
    static int data;

    public static void main(String[] args) {
        new Thread(() -> {
            data = 1;
            FLAG.setRelease(true);
        }).start();
        if ((boolean) FLAG.getAcquire()) {
            assert data == 1;
        }
    }
}
