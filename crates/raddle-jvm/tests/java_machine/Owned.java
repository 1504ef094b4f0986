import java.lang.invoke.*;
import java.lang.reflect.*;
import java.util.*;

/** Two threads do what the library keeps books of: reflection, handles, generic signatures, locales, files. */
public class Owned {
    @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) @interface Mark { int value() default 1; }
    static class Box<T extends Comparable<T>> implements Iterable<T> {
        public List<? super T> values;
        int number;
        Box() { }
        <E extends Exception> Box(List<? extends T> from) throws E { }
        @Mark public Map<String, ? extends T> find(T what, List<T>... others) { return null; }
        @Override public Iterator<T> iterator() { return null; }
        static int twice(int value) { return 2 * value; }
    }
    record Pair(List<String> left, int right) { }

    static final MethodHandle HANDLE;
    static final VarHandle NUMBER;
    static final Method METHOD, FIND;
    static final Field FIELD, VALUES;
    static final Constructor<?> EMPTY, FROM;
    static final String TEXT = new StringBuilder("te").append("xt").toString();
    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            HANDLE = lookup.findStatic(Box.class, "twice", MethodType.methodType(int.class, int.class));
            NUMBER = lookup.findVarHandle(Box.class, "number", int.class);
            METHOD = Box.class.getDeclaredMethod("twice", int.class);
            FIND = Box.class.getDeclaredMethod("find", Comparable.class, List[].class);
            FIELD = Box.class.getDeclaredField("number");
            VALUES = Box.class.getDeclaredField("values");
            EMPTY = Box.class.getDeclaredConstructor();
            FROM = Box.class.getDeclaredConstructor(List.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static void act(String what) {
        try {
            switch (what) {
                case "call" -> { METHOD.invoke(null, 1); EMPTY.newInstance(); FIELD.getInt(new Box<String>()); METHOD.hashCode(); }
                case "generic" -> {
                    FIND.getGenericParameterTypes(); FIND.getGenericReturnType(); FIND.getTypeParameters();
                    ((WildcardType) ((ParameterizedType) VALUES.getGenericType()).getActualTypeArguments()[0]).getLowerBounds();
                    FROM.getGenericParameterTypes(); FROM.getGenericExceptionTypes();
                    Box.class.getGenericInterfaces(); Box.class.getGenericSuperclass(); Box.class.getTypeParameters()[0].getBounds();
                }
                case "members" -> {
                    Pair.class.getDeclaredMethods(); Pair.class.getMethods(); Pair.class.getFields(); Pair.class.getInterfaces();
                    Pair.class.getConstructors(); Pair.class.getSimpleName(); Pair.class.getCanonicalName();
                    Pair.class.getPackageName(); FIND.getParameters()[0].getType(); FIND.getParameters()[0].getParameterizedType();
                    Pair.class.getRecordComponents()[0].getGenericType();
                }
                case "handle" -> {
                    Object boxed = HANDLE.asType(MethodType.methodType(Object.class, Object.class)).invoke((Object) 1);
                    MethodHandle bound = MethodHandles.insertArguments(HANDLE, 0, 1);
                    MethodHandle kept = MethodHandles.dropArguments(bound, 0, String.class);
                    MethodHandles.identity(int.class); MethodHandles.zero(long.class);
                    HANDLE.invokeWithArguments(1); HANDLE.asSpreader(Object[].class, 1).invoke(new Object[] { 1 });
                }
                case "type" -> {
                    MethodType type = MethodType.methodType(Owned.class, Pair.class);
                    type.toMethodDescriptorString(); type.wrap(); type.generic(); type.hashCode();
                }
                case "variable" -> { NUMBER.accessModeType(VarHandle.AccessMode.GET); NUMBER.toMethodHandle(VarHandle.AccessMode.GET); }
                case "text" -> { TEXT.hashCode(); new Locale("xx").hashCode(); Locale.ROOT.toLanguageTag(); Locale.UK.hashCode(); }
                default -> throw new IllegalArgumentException(what);
            }
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
    public static void main(String[] args) throws Exception {
        Thread one = new Thread(() -> act(args[0])), two = new Thread(() -> act(args[0]));
        one.start(); two.start(); one.join(); two.join();
    }
}
