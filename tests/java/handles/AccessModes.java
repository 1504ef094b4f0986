// VarHandle: every access mode, on instance and static fields, arrays, and byte views.
package handles;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

public class AccessModes {
    int number = 1;
    long wide = 10;
    String text = "a";
    boolean flag;
    static double real = 1.5;

    public static void main(String[] args) throws Exception {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        VarHandle number = lookup.findVarHandle(AccessModes.class, "number", int.class), wide = lookup.findVarHandle(AccessModes.class, "wide", long.class);
        VarHandle text = lookup.findVarHandle(AccessModes.class, "text", String.class), flag = lookup.findVarHandle(AccessModes.class, "flag", boolean.class);
        VarHandle real = lookup.findStaticVarHandle(AccessModes.class, "real", double.class);
        AccessModes object = new AccessModes();
        number.setVolatile(object, 2);
        number.setOpaque(object, (int) number.getVolatile(object) + 1);
        number.setRelease(object, (int) number.getOpaque(object) + 1);
        System.out.println((int) number.getAcquire(object) + " " + (int) number.get(object));
        System.out.println(number.compareAndSet(object, 4, 5) + " " + number.compareAndSet(object, 4, 6) + " " + (int) number.compareAndExchange(object, 5, 7) + " " + (int) number.compareAndExchangeAcquire(object, 5, 8) + " " + (int) number.compareAndExchangeRelease(object, 7, 9));
        System.out.println(number.weakCompareAndSet(object, 9, 10) + " " + number.weakCompareAndSetPlain(object, 10, 11) + " " + number.weakCompareAndSetAcquire(object, 11, 12) + " " + number.weakCompareAndSetRelease(object, 0, 1));
        System.out.println((int) number.getAndSet(object, 20) + " " + (int) number.getAndSetAcquire(object, 21) + " " + (int) number.getAndSetRelease(object, 22) + " " + (int) number.getAndAdd(object, 3) + " " + (int) number.getAndAddAcquire(object, 1) + " " + (int) number.getAndAddRelease(object, 1));
        System.out.println((int) number.getAndBitwiseOr(object, 32) + " " + (int) number.getAndBitwiseAnd(object, 60) + " " + (int) number.getAndBitwiseXor(object, 5) + " " + object.number);
        System.out.println((int) number.getAndBitwiseOrAcquire(object, 1) + " " + (int) number.getAndBitwiseAndRelease(object, 7) + " " + (int) number.getAndBitwiseXorAcquire(object, 15) + " " + object.number);
        System.out.println((long) wide.getAndAdd(object, 5L) + " " + wide.compareAndSet(object, 15L, 1L << 40) + " " + object.wide + " " + (String) text.getAndSet(object, "b") + " " + text.compareAndSet(object, "b", "c") + " " + object.text);
        System.out.println(flag.compareAndSet(object, false, true) + " " + (boolean) flag.getAndBitwiseXor(object, true) + " " + object.flag + " " + (double) real.getAndSet(2.5) + " " + (double) real.getAndAdd(0.25) + " " + AccessModes.real);
        VarHandle ints = MethodHandles.arrayElementVarHandle(int[].class), strings = MethodHandles.arrayElementVarHandle(String[].class), bytes = MethodHandles.arrayElementVarHandle(byte[].class);
        int[] array = {1, 2, 3};
        String[] words = {"x", "y"};
        byte[] small = {1, -2, 3};
        System.out.println((int) ints.getAndAdd(array, 1, 40) + " " + ints.compareAndSet(array, 2, 3, 9) + " " + Arrays.toString(array) + " " + strings.compareAndSet(words, 0, "x", "z") + words[0] + " " + (byte) bytes.getAndAdd(small, 1, (byte) -127) + " " + small[1]);
        try {
            ints.get(array, 3);
        } catch (ArrayIndexOutOfBoundsException exception) {
            System.out.println(exception.getMessage());
        }
        try {
            strings.set((Object[]) words, 0, (Object) 5);
        } catch (ClassCastException exception) {
            System.out.println("not a string");
        }
        VarHandle view = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
        byte[] raw = new byte[8];
        view.set(raw, 1, 0x01020304);
        System.out.println(Arrays.toString(raw) + " " + Integer.toHexString((int) view.get(raw, 2)));
        System.out.println(number.varType() + " " + number.coordinateTypes() + " " + number.isAccessModeSupported(VarHandle.AccessMode.GET_AND_ADD) + " " + text.isAccessModeSupported(VarHandle.AccessMode.GET_AND_ADD) + " " + number.accessModeType(VarHandle.AccessMode.COMPARE_AND_SET));
        VarHandle.fullFence();
        VarHandle.acquireFence();
        VarHandle.releaseFence();
        try {
            number.get("not an object of the class");
        } catch (ClassCastException | java.lang.invoke.WrongMethodTypeException exception) {
            System.out.println(exception.getClass().getSimpleName());
        }
    }
}
