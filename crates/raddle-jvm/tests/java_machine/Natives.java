import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.TimeZone;
import java.util.concurrent.ThreadLocalRandom;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.Inflater;

/** All kinds of constants. */
@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
@interface Constants {
    int i();
    long j();
    float f();
    double d();
    String s();
}

/** Calls native methods with arguments that other threads can reach, or sees to it that the library does. */
@Constants(i = 100000, j = 2L, f = 3f, d = 4.0, s = "five")
public class Natives implements Cloneable {
    int field = 1;
    static final Natives shared = new Natives();
    static final byte[] bytes = new byte[32];
    static final int[] ints = new int[4];
    static final int[] lengths = {2, 3};
    static final Object[] objects = {"a", 1, null};
    static final Object[] arguments = {1, 2};
    static final byte[] packed = {120, -100, 75, 76, 74, 6, 0, 2, 77, 1, 39};
    static final Exception exception = new Exception();
    static final WeakReference<Object> weak = new WeakReference<>("x");
    static final PhantomReference<Object> phantom = new PhantomReference<>("x", new ReferenceQueue<>());
    static final Inflater inflater = new Inflater();
    record Point(int x, int y) { }
    sealed interface Shape permits Round { }
    static final class Round implements Shape { }

    static int sum(int left, int right) { return left + right; }
    public Natives() { }
    public Natives(int field, int other) { this.field = field; }

    static void arrays() {
        System.arraycopy(ints, 0, ints, 1, 2);
        System.arraycopy(objects, 0, objects, 1, 2);
        bytes.clone(); ints.clone();
        for (Object array : new Object[] {new boolean[1], new byte[1], new char[1], new short[1], new int[1], new long[1], new float[1], new double[1]}) {
            Array.get(array, 0);
            Array.set(array, 0, Array.get(array, 0));
        }
    }

    static class Arrays2 {
        static final boolean[] z = {true}; static final byte[] b = {1}; static final char[] c = {1}; static final short[] s = {1};
        static final int[] i = {1}; static final long[] j = {1}; static final float[] f = {1}; static final double[] d = {1};
        static void all() {
            Array.setBoolean(z, 0, Array.getBoolean(z, 0)); Array.setByte(b, 0, Array.getByte(b, 0));
            Array.setChar(c, 0, Array.getChar(c, 0)); Array.setShort(s, 0, Array.getShort(s, 0));
            Array.setInt(i, 0, Array.getInt(i, 0)); Array.setLong(j, 0, Array.getLong(j, 0));
            Array.setFloat(f, 0, Array.getFloat(f, 0)); Array.setDouble(d, 0, Array.getDouble(d, 0));
            Array.set(i, 0, Array.get(i, 0)); Array.getLength(i); Array.newInstance(int.class, 2); Array.newInstance(int.class, lengths);
        }
    }

    static final java.lang.invoke.MethodHandle one = java.lang.invoke.MethodHandles.constant(int.class, 1);
    static final java.lang.invoke.MutableCallSite mutable = new java.lang.invoke.MutableCallSite(one);
    static final java.lang.invoke.VolatileCallSite settled = new java.lang.invoke.VolatileCallSite(one);

    static long walk(int depth) {
        return depth == 0 ? StackWalker.getInstance().walk(frames -> frames.count()) : walk(depth - 1);
    }

    static void unsafe() throws Exception {
        java.lang.reflect.Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        sun.misc.Unsafe unsafe = (sun.misc.Unsafe) field.get(null);
        unsafe.freeMemory(unsafe.allocateMemory(24));
        unsafe.allocateInstance(Natives.class);
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> { try { synchronized (shared) { shared.wait(10); } } catch (InterruptedException e) { Thread.interrupted(); } }, "other");
        other.start();
        other.isAlive(); other.getState(); other.getStackTrace(); other.setPriority(4); other.setName("x");
        Thread.getAllStackTraces(); Thread.holdsLock(shared); Thread.yield(); Thread.onSpinWait();
        synchronized (shared) { shared.notify(); shared.notifyAll(); }
        other.interrupt(); other.join(); Thread.sleep(1);
        Thread.currentThread().interrupt(); Thread.interrupted();
        mutable.setTarget(one); settled.setTarget(one);
        walk(200);
        unsafe();
        arrays();
        Arrays2.all();
        shared.clone(); shared.hashCode(); shared.getClass(); System.identityHashCode(shared);
        new CRC32().update(bytes, 1, 3); new CRC32().update(3); new Adler32().update(bytes, 1, 3); new Adler32().update(3);
        inflater.setInput(packed); inflater.inflate(bytes); inflater.getAdler(); inflater.reset(); inflater.end();
        exception.fillInStackTrace(); exception.getStackTrace();
        StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).walk(frames -> frames.count());
        weak.refersTo("x"); weak.clear(); phantom.refersTo("x"); phantom.clear();
        Method method = Natives.class.getDeclaredMethod("sum", int.class, int.class);
        method.invoke(null, arguments); method.getParameters();
        Constructor<Natives> constructor = Natives.class.getConstructor(int.class, int.class);
        constructor.newInstance(arguments);
        Class<?> type = Natives.class;
        type.getInterfaces(); type.getModifiers(); type.getEnclosingMethod(); Point.class.getDeclaringClass(); Point.class.getSimpleName();
        Point.class.getRecordComponents(); Shape.class.getPermittedSubclasses(); type.getNestHost(); type.getNestMembers(); type.getDeclaredClasses();
        type.getGenericInterfaces(); type.getAnnotations(); type.getSigners(); type.getProtectionDomain(); type.isHidden(); Point.class.isRecord();
        type.getSuperclass(); type.isInstance(shared); type.isAssignableFrom(Object.class); type.isInterface(); int[].class.isArray(); int.class.isPrimitive();
        Class.forName("java.util.BitSet"); type.getAnnotatedInterfaces(); type.desiredAssertionStatus();
        "a".concat("b").intern();
        StrictMath.sin(1); StrictMath.cos(1); StrictMath.tan(1); StrictMath.asin(1); StrictMath.acos(1); StrictMath.atan(1); StrictMath.log(1);
        StrictMath.log10(1); StrictMath.sqrt(1); StrictMath.sinh(1); StrictMath.cosh(1); StrictMath.tanh(1); StrictMath.expm1(1); StrictMath.log1p(1);
        StrictMath.exp(1); StrictMath.cbrt(1); StrictMath.atan2(1, 2); StrictMath.IEEEremainder(5, 3);
        Float.floatToRawIntBits(1); Float.intBitsToFloat(1); Double.doubleToRawLongBits(1); Double.longBitsToDouble(1);
        Runtime runtime = Runtime.getRuntime();
        runtime.availableProcessors(); runtime.freeMemory(); runtime.totalMemory(); runtime.maxMemory(); runtime.gc();
        System.nanoTime(); System.currentTimeMillis(); java.time.Instant.now(); System.mapLibraryName("x"); System.getenv("x");
        System.setOut(System.out); System.setErr(System.err); System.setIn(System.in);
        TimeZone.getDefault(); ThreadLocalRandom.current().nextInt();
        java.util.concurrent.locks.LockSupport.unpark(Thread.currentThread()); java.util.concurrent.locks.LockSupport.park();
        Natives.class.getModule().addReads(Object.class.getModule());
        runtime.halt(0);
    }
}
