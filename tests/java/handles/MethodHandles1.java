// Finding and calling method handles.
package handles;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;

public class MethodHandles1 {
    int field = 3;
    static int counter;
    MethodHandles1() {}
    MethodHandles1(int field) { this.field = field; }
    int plus(int x) { return field + x; }
    static String join(String a, Object b, long c) { return a + b + c; }
    private static int hidden(int x) { return -x; }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle plus = lookup.findVirtual(MethodHandles1.class, "plus", MethodType.methodType(int.class, int.class));
        System.out.println((int) plus.invokeExact(new MethodHandles1(), 4));
        MethodHandle join = lookup.findStatic(MethodHandles1.class, "join", MethodType.methodType(String.class, String.class, Object.class, long.class));
        System.out.println((String) join.invokeExact("a", (Object) 'b', 3L));
        System.out.println(join.invoke("x", "y", 5));
        MethodHandle constructor = lookup.findConstructor(MethodHandles1.class, MethodType.methodType(void.class, int.class));
        System.out.println(((MethodHandles1) constructor.invoke(9)).field);
        MethodHandle getter = lookup.findGetter(MethodHandles1.class, "field", int.class);
        MethodHandle setter = lookup.findSetter(MethodHandles1.class, "field", int.class);
        MethodHandles1 object = new MethodHandles1();
        setter.invoke(object, 77);
        System.out.println((int) getter.invoke(object));
        MethodHandle staticSetter = lookup.findStaticSetter(MethodHandles1.class, "counter", int.class);
        staticSetter.invokeExact(12);
        System.out.println(counter);
        System.out.println((int) lookup.findStatic(MethodHandles1.class, "hidden", MethodType.methodType(int.class, int.class)).invokeExact(5));
        MethodHandle length = lookup.findVirtual(String.class, "length", MethodType.methodType(int.class));
        System.out.println((int) length.invoke("four") + " " + length.type());
        MethodHandle size = lookup.findVirtual(List.class, "size", MethodType.methodType(int.class));
        System.out.println((int) size.invoke(List.of(1, 2)));
        System.out.println(plus.invokeWithArguments(new MethodHandles1(1), 1));
        try {
            int wrong = (int) plus.invokeExact((Object) "x", 4);
        } catch (java.lang.invoke.WrongMethodTypeException exception) {
            System.out.println("WMT");
        }
        try {
            lookup.findStatic(MethodHandles1.class, "absent", MethodType.methodType(void.class));
        } catch (NoSuchMethodException exception) {
            System.out.println("NSME");
        }
    }
}
