// Lambdas made by hand with LambdaMetafactory, call sites that change, and handles of all kinds.
package handles;

import java.lang.invoke.CallSite;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.invoke.SwitchPoint;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;

public class Metafactory {
    interface Greeter {
        String greet(String name);

        default String twice(String name) {
            return greet(greet(name));
        }
    }

    static String hello(String name) {
        return "hello " + name;
    }

    private int hidden = 7;

    private int secret(int add) {
        return hidden += add;
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle hello = lookup.findStatic(Metafactory.class, "hello", MethodType.methodType(String.class, String.class));
        CallSite site = LambdaMetafactory.metafactory(lookup, "greet", MethodType.methodType(Greeter.class), hello.type(), hello, hello.type());
        Greeter greeter = (Greeter) site.getTarget().invokeExact();
        System.out.println(greeter.greet("you") + " / " + greeter.twice("me"));
        Function<String, Integer> length = (Function<String, Integer>) LambdaMetafactory.metafactory(lookup, "apply", MethodType.methodType(Function.class),
            MethodType.methodType(Object.class, Object.class), lookup.findVirtual(String.class, "length", MethodType.methodType(int.class)), MethodType.methodType(Integer.class, String.class)).getTarget().invoke();
        System.out.println(length.apply("four") + length.andThen(n -> n * 2).apply("three"));
        MutableCallSite mutable = new MutableCallSite(MethodHandles.constant(int.class, 1));
        MethodHandle dynamic = mutable.dynamicInvoker();
        int before = (int) dynamic.invokeExact();
        mutable.setTarget(MethodHandles.constant(int.class, 2));
        System.out.println(before + " " + (int) dynamic.invokeExact());
        SwitchPoint point = new SwitchPoint();
        MethodHandle guarded = point.guardWithTest(MethodHandles.constant(String.class, "valid"), MethodHandles.constant(String.class, "invalid"));
        String valid = (String) guarded.invokeExact();
        SwitchPoint.invalidateAll(new SwitchPoint[] {point});
        System.out.println(valid + " " + (String) guarded.invokeExact() + " " + point.hasBeenInvalidated());
        Metafactory object = new Metafactory();
        MethodHandle secret = lookup.findVirtual(Metafactory.class, "secret", MethodType.methodType(int.class, int.class)).bindTo(object);
        MethodHandle getter = lookup.findGetter(Metafactory.class, "hidden", int.class), setter = lookup.findSetter(Metafactory.class, "hidden", int.class);
        System.out.println((int) secret.invokeExact(3) + " " + (int) getter.invokeExact(object));
        setter.invokeExact(object, 40);
        System.out.println(object.hidden + " " + secret.invoke((short) 2));
        IntBinaryOperator max = java.lang.invoke.MethodHandleProxies.asInterfaceInstance(IntBinaryOperator.class, lookup.findStatic(Math.class, "max", MethodType.methodType(int.class, int.class, int.class)));
        System.out.println(max.applyAsInt(3, 9) + " " + MethodHandles.arrayElementGetter(int[].class).invoke(new int[] {5, 6}, 1) + " " + MethodHandles.arrayLength(String[].class).invoke(new String[3]));
        MethodHandle join = lookup.findVirtual(String.class, "concat", MethodType.methodType(String.class, String.class));
        System.out.println((String) MethodHandles.permuteArguments(join, join.type(), 1, 0).invokeExact("a", "b") + " " + MethodHandles.insertArguments(join, 1, "!").invoke("wow") + " " + MethodHandles.filterReturnValue(join, lookup.findVirtual(String.class, "length", MethodType.methodType(int.class))).invoke("ab", "cde"));
        try {
            Object wrong = (Object) hello.invokeExact("x");
            System.out.println(wrong);
        } catch (java.lang.invoke.WrongMethodTypeException exception) {
            System.out.println("wrong type");
        }
        MethodHandle loop = MethodHandles.countedLoop(MethodHandles.constant(int.class, 5), MethodHandles.constant(int.class, 1), MethodHandles.dropArguments(lookup.findStatic(Math.class, "addExact", MethodType.methodType(int.class, int.class, int.class)), 2));
        System.out.println((int) loop.invoke());
        MethodHandle safe = MethodHandles.catchException(lookup.findStatic(Integer.class, "parseInt", MethodType.methodType(int.class, String.class)), NumberFormatException.class, MethodHandles.dropArguments(MethodHandles.constant(int.class, -1), 0, NumberFormatException.class));
        System.out.println((int) safe.invokeExact("12") + (int) safe.invokeExact("x"));
    }
}
