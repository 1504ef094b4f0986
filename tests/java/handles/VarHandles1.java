// Variable handles in every access mode.
package handles;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

public class VarHandles1 {
    int i = 1;
    volatile long j = 2;
    String s = "s";
    boolean z;
    double d = 1.5;
    byte b = 5;
    static int count = 10;
    final int fixed = 4;

    public static void main(String[] args) throws Exception {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        VarHandle i = lookup.findVarHandle(VarHandles1.class, "i", int.class);
        VarHandle j = lookup.findVarHandle(VarHandles1.class, "j", long.class);
        VarHandle s = lookup.findVarHandle(VarHandles1.class, "s", String.class);
        VarHandle z = lookup.findVarHandle(VarHandles1.class, "z", boolean.class);
        VarHandle d = lookup.findVarHandle(VarHandles1.class, "d", double.class);
        VarHandle b = lookup.findVarHandle(VarHandles1.class, "b", byte.class);
        VarHandle count = lookup.findStaticVarHandle(VarHandles1.class, "count", int.class);
        VarHandle ints = MethodHandles.arrayElementVarHandle(int[].class);
        VarHandle strings = MethodHandles.arrayElementVarHandle(String[].class);
        VarHandles1 o = new VarHandles1();
        System.out.println((int) i.get(o) + " " + (int) i.getVolatile(o) + " " + (int) i.getAcquire(o) + " " + (int) i.getOpaque(o));
        i.set(o, 5);
        i.setVolatile(o, 6);
        i.setRelease(o, 7);
        i.setOpaque(o, 8);
        System.out.println(i.compareAndSet(o, 8, 9) + " " + i.compareAndSet(o, 8, 10) + " " + (int) i.compareAndExchange(o, 9, 11) + " " + (int) i.compareAndExchange(o, 9, 12) + " " + o.i);
        System.out.println((int) i.getAndAdd(o, 5) + " " + (int) i.getAndSet(o, 3) + " " + (int) i.getAndBitwiseOr(o, 12) + " " + (int) i.getAndBitwiseAnd(o, 10) + " " + (int) i.getAndBitwiseXor(o, 1) + " " + o.i);
        System.out.println((long) j.getAndAdd(o, 40L) + " " + o.j + " " + j.weakCompareAndSet(o, 42L, 43L));
        System.out.println((String) s.getAndSet(o, "t") + o.s + s.compareAndSet(o, "t", "u") + (String) s.get(o));
        System.out.println(z.compareAndSet(o, false, true) + " " + o.z + " " + (boolean) z.getAndBitwiseXor(o, true) + o.z);
        System.out.println((double) d.getAndAdd(o, 2.0) + " " + o.d + " " + d.compareAndSet(o, 3.5, 4.5));
        System.out.println((byte) b.getAndAdd(o, (byte) 125) + " " + o.b);
        System.out.println((int) count.getAndAdd(5) + " " + VarHandles1.count);
        int[] array = {1, 2, 3};
        System.out.println((int) ints.getAndAdd(array, 1, 10) + " " + array[1] + " " + ints.compareAndSet(array, 2, 3, 30) + array[2]);
        String[] texts = {"a"};
        System.out.println(strings.compareAndSet(texts, 0, "a", "b") + texts[0]);
        Object boxed = i.get(o);
        System.out.println(boxed + " " + i.varType() + " " + i.coordinateTypes());
        try {
            ints.get(array, 3);
        } catch (ArrayIndexOutOfBoundsException exception) {
            System.out.println(exception.getMessage());
        }
        try {
            lookup.findVarHandle(VarHandles1.class, "fixed", int.class).set(o, 5);
        } catch (UnsupportedOperationException exception) {
            System.out.println("read-only");
        }
        VarHandle view = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
        System.out.println((int) view.get(new byte[] {0, 0, 1, 2}, 0));
    }
}
