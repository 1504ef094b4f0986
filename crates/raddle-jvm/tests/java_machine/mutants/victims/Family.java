import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** Inheritance, generics with bridges, varargs, annotations, interfaces with constants, static initialisers. */
public class Family {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Mark {
        String value() default "none";

        int[] numbers() default {1, 2};

        Class<?> type() default Object.class;

        RetentionPolicy policy() default RetentionPolicy.CLASS;
    }

    interface Greeter<T> {
        String PREFIX = "Hello, " + Family.class.getSimpleName().length();

        String greet(T whom);

        default Greeter<T> twice() {
            return whom -> greet(whom) + greet(whom);
        }
    }

    interface Polite {
        default String word() {
            return "please";
        }
    }

    @Mark("base")
    abstract static class Base<T extends Comparable<T>> implements Greeter<T>, Comparable<Base<T>> {
        protected final T value;
        private static int made;

        Base(T value) {
            this.value = value;
            made++;
        }

        public abstract String greet(T whom);

        @Override
        public int compareTo(Base<T> other) {
            return value.compareTo(other.value);
        }

        @Override
        public final String toString() {
            return getClass().getSimpleName() + value + made;
        }

        protected String secret() {
            return "secret" + made;
        }
    }

    @Mark(value = "child", numbers = {3}, type = Family.class, policy = RetentionPolicy.RUNTIME)
    static class Child extends Base<String> implements Polite {
        static final Map<String, Integer> TABLE = new HashMap<>();

        static {
            TABLE.put("a", 1);
            TABLE.put("b", 2);
        }

        Child(String value) {
            super(value);
        }

        @Override
        public String greet(String whom) {
            return PREFIX + whom + value;
        }

        @Override
        protected String secret() {
            return super.secret() + "of child";
        }

        @Override
        public String word() {
            return Polite.super.word() + "!";
        }

        @Deprecated
        public int unused(@Mark("parameter") int number) {
            return number;
        }
    }

    static final class GrandChild extends Child {
        private int level;

        GrandChild(String value, int... levels) {
            super(value + levels.length);
            for (int level : levels) {
                this.level += level;
            }
        }

        int level() {
            return level;
        }
    }

    static String join(String separator, Object... parts) {
        StringBuilder builder = new StringBuilder();
        for (Object part : parts) {
            builder.append(builder.length() == 0 ? "" : separator).append(part);
        }
        return builder.toString();
    }

    static <K extends Comparable<K>, V> String sorted(Map<K, ? super V> map) {
        return new TreeMap<>(map).toString();
    }

    public static void main(String[] arguments) {
        Child child = new Child("x");
        GrandChild grandChild = new GrandChild("y", 1, 2, 3);
        System.out.println(child.greet("you") + grandChild.twice().greet("two"));
        System.out.println(child + " " + grandChild + grandChild.level() + child.compareTo(grandChild));
        System.out.println(child.secret() + grandChild.secret() + child.word());
        System.out.println(join(", ", 1, 2.5, 'c', "d", null, true) + join("-"));
        System.out.println(sorted(Child.TABLE));
        Base<String>[] all = new Child[] {grandChild, child};
        Arrays.sort(all);
        System.out.println(List.of(all));
        Mark mark = Child.class.getAnnotation(Mark.class);
        System.out.println(mark.value() + mark.numbers().length + mark.type().getName() + mark.policy());
        Map<String, BiFunction<Integer, Integer, Integer>> functions = new LinkedHashMap<>();
        functions.put("max", Math::max);
        functions.put("sum", Integer::sum);
        functions.put("power", (left, right) -> (int) Math.pow(left, right));
        functions.forEach((name, function) -> System.out.println(name + function.apply(3, 4)));
        Runnable runnable = new Runnable() {
            int runs;

            @Override
            public void run() {
                System.out.println("run " + ++runs + child.value);
            }
        };
        runnable.run();
        Class<?>[] classes = {int.class, String[].class, Family.class, Map.Entry.class};
        System.out.println(Arrays.toString(classes));
    }
}
