// Methods, fields and constructors by reflection.
package reflection;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

public class Members {
    public static class Target {
        private int number = 3;
        public static String label = "static";
        public final String fixed;
        public Target() { this("default"); }
        public Target(String fixed) { this.fixed = fixed; }
        private int secret(int a, long b, String c) { return a + (int) b + c.length() + number; }
        public static double half(double x) { return x / 2; }
        public void fails() { throw new IllegalStateException("inside"); }
    }

    public static void main(String[] args) throws Exception {
        Class<?> type = Class.forName("reflection.Members$Target");
        Object target = type.getConstructor(String.class).newInstance("given");
        System.out.println(type.getField("fixed").get(target) + " " + ((Target) type.getDeclaredConstructor().newInstance()).fixed);
        Field number = type.getDeclaredField("number");
        number.setAccessible(true);
        number.setInt(target, 40);
        System.out.println(number.getInt(target) + " " + number.get(target));
        Method secret = type.getDeclaredMethod("secret", int.class, long.class, String.class);
        secret.setAccessible(true);
        System.out.println(secret.invoke(target, 1, 2L, "abc"));
        System.out.println(type.getMethod("half", double.class).invoke(null, 5));
        try {
            type.getMethod("fails").invoke(target);
        } catch (InvocationTargetException exception) {
            System.out.println(exception.getCause().getMessage());
        }
        try {
            secret.invoke(target, "wrong", 2L, "abc");
        } catch (IllegalArgumentException exception) {
            System.out.println(exception.getMessage());
        }
        try {
            type.getMethod("absent");
        } catch (NoSuchMethodException exception) {
            System.out.println(exception.getMessage());
        }
        Field label = type.getField("label");
        label.set(null, "changed");
        System.out.println(Target.label + " " + Modifier.toString(label.getModifiers()));
        List<String> names = new ArrayList<>();
        for (Method method : type.getDeclaredMethods()) names.add(method.toString());
        Collections.sort(names);
        System.out.println(names);
        names.clear();
        for (Field field : type.getDeclaredFields()) names.add(field.toGenericString());
        Collections.sort(names);
        System.out.println(names);
        System.out.println(Arrays.toString(type.getConstructors()[0].getParameterTypes()).length() > 0);
    }
}
