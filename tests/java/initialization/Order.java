// When classes are initialised, and when they are not.
package initialization;

public class Order {
    static StringBuilder log = new StringBuilder();

    static int note(String text, int value) {
        log.append(text).append(' ');
        return value;
    }

    static class Parent {
        static int p = note("Parent", 1);
        static final int CONSTANT = 5;
        static final Integer BOXED = note("never", 6);
        int field = note("parent-field", 1);

        Parent() {
            note("parent-constructor", 0);
            hook();
        }

        void hook() {
        }
    }

    static class Child extends Parent implements WithDefault, WithoutDefault {
        static int c = note("Child", 2);
        int field = note("child-field", 2);

        @Override
        void hook() {
            note("hook-sees-" + field, 0);
        }
    }

    interface WithDefault {
        int W = note("WithDefault", 3);

        default void nothing() {
        }
    }

    interface WithoutDefault {
        int N = note("WithoutDefault", 4);
    }

    static class Untouched {
        static int u = note("Untouched", 0);
        static final String TEXT = "constant";
    }

    static class ByMethod {
        static {
            note("ByMethod", 0);
        }

        static void call() {
        }
    }

    static class ByReflection {
        static int r = note("ByReflection", 0);
    }

    public static void main(String[] args) throws Exception {
        int constant = Parent.CONSTANT + Untouched.TEXT.length();
        Child[] array = new Child[2];
        Class<?> literal = Child.class;
        System.out.println(log + "|" + constant + array.length + literal.getSimpleName());
        System.out.println(Child.p + " " + log);
        log.setLength(0);
        new Child();
        System.out.println(log);
        log.setLength(0);
        System.out.println(Child.N + " " + log);
        log.setLength(0);
        ByMethod.call();
        ByMethod.call();
        ClassLoader loader = Order.class.getClassLoader();
        Class.forName("initialization.Order$ByReflection", false, loader);
        log.append("loaded ");
        Class.forName("initialization.Order$ByReflection", true, loader);
        System.out.println(log);
        Object object = null;
        System.out.println((object instanceof Untouched) + " " + log.indexOf("Untouched"));
    }
}
