// Combining method handles.
package handles;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.util.Arrays;
import java.util.List;

public class Combinators {
    static int add(int a, int b) { return a + b; }
    static String show(Object o) { return "<" + o + ">"; }
    static boolean positive(int x) { return x > 0; }
    static int negate(int x) { return -x; }
    static int identity(int x) { return x; }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodType unary = MethodType.methodType(int.class, int.class);
        MethodHandle add = lookup.findStatic(Combinators.class, "add", MethodType.methodType(int.class, int.class, int.class));
        MethodHandle negate = lookup.findStatic(Combinators.class, "negate", unary);
        MethodHandle identity = lookup.findStatic(Combinators.class, "identity", unary);
        MethodHandle positive = lookup.findStatic(Combinators.class, "positive", MethodType.methodType(boolean.class, int.class));
        MethodHandle addFive = MethodHandles.insertArguments(add, 0, 5);
        System.out.println((int) addFive.invokeExact(3));
        System.out.println((int) add.bindTo(10).invoke(1));
        MethodHandle absolute = MethodHandles.guardWithTest(positive, identity, negate);
        System.out.println((int) absolute.invokeExact(-4) + " " + (int) absolute.invokeExact(4));
        System.out.println((int) MethodHandles.filterArguments(add, 0, negate).invokeExact(1, 10));
        System.out.println((int) MethodHandles.filterReturnValue(add, negate).invokeExact(1, 2));
        System.out.println((int) MethodHandles.dropArguments(identity, 0, String.class).invokeExact("x", 8));
        System.out.println((int) MethodHandles.permuteArguments(lookup.findStatic(Math.class, "subtractExact", MethodType.methodType(int.class, int.class, int.class)), MethodType.methodType(int.class, int.class, int.class), 1, 0).invokeExact(3, 10));
        MethodHandle show = lookup.findStatic(Combinators.class, "show", MethodType.methodType(String.class, Object.class));
        System.out.println((String) show.asType(MethodType.methodType(String.class, int.class)).invokeExact(5));
        System.out.println((int) add.asSpreader(Object[].class, 2).invoke(new Object[] {6, 7}));
        MethodHandle list = lookup.findStatic(Arrays.class, "asList", MethodType.methodType(List.class, Object[].class)).asCollector(Object[].class, 3);
        System.out.println(list.invoke(1, "b", 'c'));
        MethodHandle caught = MethodHandles.catchException(lookup.findStatic(Integer.class, "parseInt", MethodType.methodType(int.class, String.class)), NumberFormatException.class, MethodHandles.dropArguments(MethodHandles.constant(int.class, -1), 0, NumberFormatException.class, String.class));
        System.out.println((int) caught.invoke("12") + " " + (int) caught.invoke("x"));
        System.out.println((int) MethodHandles.foldArguments(add, negate).invoke(9) + " " + MethodHandles.arrayElementGetter(int[].class).invoke(new int[] {4, 5}, 1));
        MutableCallSite site = new MutableCallSite(unary);
        site.setTarget(negate);
        MethodHandle dynamic = site.dynamicInvoker();
        System.out.print((int) dynamic.invokeExact(3) + " ");
        site.setTarget(identity);
        System.out.println((int) dynamic.invokeExact(3));
    }
}
