// Calls by reflection: access, wrapping, varargs, defaults, static and inherited methods, and what fails.
package reflection;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;

public class Invoking {
    public static class Base {
        protected long total = 5;
        private static final String SECRET = "s";

        public long add(int amount, Long more) {
            return total += amount + more;
        }

        private String hidden(char c) {
            return "hidden " + c;
        }

        public static double half(float value) {
            return value / 2;
        }

        public String join(String first, Object... rest) {
            return first + Arrays.toString(rest);
        }

        public void fail() throws Exception {
            throw new Exception("on purpose");
        }
    }

    interface Talks {
        default String talk() {
            return "default talk of " + getClass().getSimpleName();
        }
    }

    public static class Derived extends Base implements Talks {
        public Derived() {
        }

        private Derived(int[] values, String text) {
            total = values.length + text.length();
        }

        @Override
        public long add(int amount, Long more) {
            return -super.add(amount, more);
        }
    }

    public static void main(String[] args) throws Exception {
        Constructor<Derived> constructor = Derived.class.getDeclaredConstructor(int[].class, String.class);
        constructor.setAccessible(true);
        Derived derived = constructor.newInstance(new int[3], "four");
        Method add = Base.class.getMethod("add", int.class, Long.class);
        System.out.println(add.invoke(derived, 1, 2L) + " " + add.invoke(derived, (short) 4, null == null ? 1L : 0L));
        Method hidden = Base.class.getDeclaredMethod("hidden", char.class);
        hidden.setAccessible(true);
        System.out.println(hidden.invoke(derived, 'x') + " " + Base.class.getMethod("half", float.class).invoke(null, 5) + " " + Base.class.getMethod("join", String.class, Object[].class).invoke(derived, "a", new Object[] {1, null}));
        System.out.println(Derived.class.getMethod("talk").invoke(derived) + " " + Derived.class.getMethod("talk").isDefault());
        Field total = Base.class.getDeclaredField("total");
        total.setLong(derived, 100);
        total.set(derived, total.getLong(derived) + 1);
        System.out.println(derived.total + " " + total.get(derived) + " " + Modifier.toString(total.getModifiers()));
        Field secret = Base.class.getDeclaredField("SECRET");
        secret.setAccessible(true);
        System.out.println(secret.get(null) + " " + Modifier.toString(secret.getModifiers()));
        String[] failures = new String[5];
        try {
            Base.class.getMethod("fail").invoke(derived);
        } catch (InvocationTargetException exception) {
            failures[0] = exception.getCause().getMessage();
        }
        try {
            add.invoke(derived, "wrong", 1L);
        } catch (IllegalArgumentException exception) {
            failures[1] = "argument";
        }
        try {
            add.invoke("not a base", 1, 1L);
        } catch (IllegalArgumentException exception) {
            failures[2] = "receiver";
        }
        try {
            add.invoke(null, 1, 1L);
        } catch (NullPointerException exception) {
            failures[3] = "null";
        }
        try {
            secret.set(null, "changed");
        } catch (IllegalAccessException exception) {
            failures[4] = "final";
        }
        System.out.println(Arrays.toString(failures));
        Method[] methods = Derived.class.getDeclaredMethods();
        Arrays.sort(methods, Comparator.comparing(Method::toString));
        for (Method method : methods) System.out.println(method);
        System.out.println(Derived.class.getConstructors().length + " " + Derived.class.getDeclaredConstructors().length + " " + Base.class.getDeclaredMethod("join", String.class, Object[].class).isVarArgs());
        try {
            Derived.class.getMethod("none");
        } catch (NoSuchMethodException exception) {
            System.out.println(exception.getMessage());
        }
    }
}
