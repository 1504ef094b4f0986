import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** An opaque write of a flag orders nothing: what was written before it races. */
class OpaqueFlag {
    static final VarHandle FLAG;

    static {
        try {
            FLAG = MethodHandles.lookup().findStaticVarHandle(OpaqueFlag.class, "flag", boolean.class);
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(impossible);
        }
    }

    static boolean flag;
    static int data;

    public static void main(String[] args) {
        new Thread(() -> {
            data = 1;
            FLAG.setOpaque(true);
        }).start();
        if ((boolean) FLAG.getOpaque()) {
            int seen = data;
        }
    }
}
