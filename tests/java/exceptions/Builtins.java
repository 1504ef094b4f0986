// The exceptions of the machine itself and their messages.
package exceptions;

import java.util.List;

public class Builtins {
    static void attempt(String name, Runnable action) {
        try { action.run(); System.out.println(name + " none"); }
        catch (Throwable thrown) { System.out.println(name + " " + thrown.getClass().getName() + (thrown instanceof NullPointerException ? "" : ": " + thrown.getMessage())); }
    }
    interface Late { void call(); }
    public static void main(String[] args) {
        int zero = args.length;
        int[] array = new int[3];
        Object text = "text";
        Object[] strings = new String[1];
        attempt("div", () -> System.out.println(1 / zero));
        attempt("rem", () -> System.out.println(5L % zero));
        attempt("index", () -> array[zero + 3]++);
        attempt("negative", () -> System.out.println(array[zero - 1]));
        attempt("size", () -> System.out.println(new int[zero - 5].length));
        attempt("cast", () -> System.out.println((Integer) text));
        attempt("store", () -> strings[0] = 5);
        attempt("null", () -> System.out.println(((String) null).length()));
        attempt("nullarray", () -> System.out.println(((int[]) null)[0]));
        attempt("nullthrow", () -> { throw (RuntimeException) null; });
        attempt("nullsync", () -> { synchronized ((Object) null) { } });
        attempt("monitor", () -> new Object().notifyAll());
        attempt("parse", () -> Double.parseDouble("x1"));
        attempt("charAt", () -> "".charAt(0));
        attempt("copy", () -> System.arraycopy(new int[2], 0, new int[2], 1, 2));
        attempt("copytype", () -> System.arraycopy(new int[2], 0, new long[2], 0, 1));
        attempt("copystore", () -> System.arraycopy(new Object[] {1}, 0, new String[1], 0, 1));
        attempt("enum", () -> Thread.State.valueOf("NO"));
        attempt("iterator", () -> List.of().iterator().next());
        attempt("sublist", () -> List.of(1, 2).subList(1, 5));
        attempt("exact", () -> Math.toIntExact(1L << 40));
        attempt("exact2", () -> Math.multiplyExact(1 << 20, 1 << 20));
        attempt("radix", () -> Integer.parseInt("99", 8));
    }
}
