package raddle;

import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Runs one test method of JUnit 4 or 5 without JUnit's engine: those before, the test, those after; what it throws is
 * thrown on. Annotations are known by name, so that this compiles without JUnit.
 *
 * <p>{@code list CLASS} prints the names of the tests, {@code run CLASS METHOD} runs one. Ends with 97, and a line on the
 * standard error, when that cannot be done.
 */
public final class TestDriver {
    private static final int NOT_A_TEST = 97;
    private static final String FOUR = "org.junit.";
    private static final String FIVE = "org.junit.jupiter.api.";
    private static final List<String> TEST = List.of(FOUR + "Test", FIVE + "Test", FIVE + "RepeatedTest");
    private static final List<String> IGNORED = List.of(FOUR + "Ignore", FIVE + "Disabled");
    private static final List<String> BEFORE_ALL = List.of(FOUR + "BeforeClass", FIVE + "BeforeAll");
    private static final List<String> BEFORE = List.of(FOUR + "Before", FIVE + "BeforeEach");
    private static final List<String> AFTER = List.of(FOUR + "After", FIVE + "AfterEach");
    private static final List<String> AFTER_ALL = List.of(FOUR + "AfterClass", FIVE + "AfterAll");

    private TestDriver() {
    }

    public static void main(String[] arguments) throws Throwable {
        Class<?> type;
        try {
            type = Class.forName(arguments[1], false, TestDriver.class.getClassLoader());
        } catch (ClassNotFoundException missing) {
            type = refuse("there is no class " + arguments[1] + " on the class path");
        }
        if (arguments[0].equals("list")) {
            List<Method> tests = tests(type);
            if (tests.isEmpty()) {
                refuse(arguments[1] + " has no method with @Test that can be run");
            }
            tests.forEach(test -> System.out.println(test.getName()));
        } else {
            String name = arguments[2];
            Method test = tests(type).stream().filter(method -> method.getName().equals(name)).findFirst().orElse(null);
            if (test == null) {
                refuse(arguments[1] + " has no test " + name);
            }
            run(type, test);
        }
    }

    private static <T> T refuse(String why) {
        System.err.println(why);
        System.exit(NOT_A_TEST);
        throw new AssertionError("exit returned");
    }

    /** Methods without parameters that are tests and are not ignored, by name. */
    private static List<Method> tests(Class<?> type) {
        List<Method> tests = new ArrayList<>();
        for (Method method : methods(type)) {
            if (has(method.getAnnotations(), TEST) && !has(method.getAnnotations(), IGNORED)
                    && method.getParameterCount() == 0) {
                tests.add(method);
            }
        }
        tests.sort(Comparator.comparing(Method::getName));
        return tests;
    }

    /** All methods of a class and its superclasses, less those that are overridden; superclasses come first. */
    private static List<Method> methods(Class<?> type) {
        List<Class<?>> line = new ArrayList<>();
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            line.add(each);
        }
        Set<String> overridden = new HashSet<>();
        List<Method> found = new ArrayList<>();
        for (Class<?> each : line) {
            Method[] declared = each.getDeclaredMethods();
            Arrays.sort(declared, Comparator.comparing(Method::getName).reversed());
            for (Method method : declared) {
                String signature = method.getName() + Arrays.toString(method.getParameterTypes());
                boolean inherits = !Modifier.isPrivate(method.getModifiers()) && !Modifier.isStatic(method.getModifiers());
                if (!method.isSynthetic() && (!inherits || overridden.add(signature))) {
                    found.add(method);
                }
            }
        }
        Collections.reverse(found);
        return found;
    }

    private static boolean has(Annotation[] annotations, List<String> names) {
        for (Annotation annotation : annotations) {
            if (names.contains(annotation.annotationType().getName())) {
                return true;
            }
        }
        return false;
    }

    private static void run(Class<?> type, Method test) throws Throwable {
        List<Method> methods = methods(type);
        callAll(methods, BEFORE_ALL, null);
        Throwable thrown = null;
        try {
            Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            Object instance;
            try {
                instance = constructor.newInstance();
            } catch (InvocationTargetException wrapped) {
                throw wrapped.getCause();
            }
            callAll(methods, BEFORE, instance);
            try {
                Class<?> expected = expected(test);
                try {
                    call(test, instance);
                } catch (Throwable failure) {
                    if (expected == null || !expected.isInstance(failure)) {
                        throw failure;
                    }
                    expected = null;
                }
                if (expected != null) {
                    throw new AssertionError("expected exception: " + expected.getName());
                }
            } catch (Throwable failure) {
                thrown = failure;
            }
            thrown = first(thrown, callAllAnyway(methods, AFTER, instance));
        } catch (Throwable failure) {
            thrown = first(thrown, failure);
        }
        thrown = first(thrown, callAllAnyway(methods, AFTER_ALL, null));
        if (thrown != null) {
            throw thrown;
        }
    }

    private static Throwable first(Throwable earlier, Throwable later) {
        return earlier != null ? earlier : later;
    }

    /** The exception that JUnit 4's annotation expects, if any. */
    private static Class<?> expected(Method test) throws Exception {
        for (Annotation annotation : test.getAnnotations()) {
            if (annotation.annotationType().getName().equals(FOUR + "Test")) {
                Method expected = annotation.annotationType().getMethod("expected");
                Class<?> type = (Class<?>) expected.invoke(annotation);
                return Throwable.class.isAssignableFrom(type) && !type.getName().equals(FOUR + "Test$None") ? type : null;
            }
        }
        return null;
    }

    private static void callAll(List<Method> methods, List<String> names, Object instance) throws Throwable {
        for (Method method : methods) {
            if (has(method.getAnnotations(), names)) {
                call(method, instance);
            }
        }
    }

    /** Those after run whatever came before, subclasses first; the first exception counts. */
    private static Throwable callAllAnyway(List<Method> methods, List<String> names, Object instance) {
        Throwable thrown = null;
        List<Method> reversed = new ArrayList<>(methods);
        Collections.reverse(reversed);
        for (Method method : reversed) {
            if (has(method.getAnnotations(), names)) {
                try {
                    call(method, instance);
                } catch (Throwable failure) {
                    thrown = first(thrown, failure);
                }
            }
        }
        return thrown;
    }

    private static void call(Method method, Object instance) throws Throwable {
        if (method.getParameterCount() != 0) {
            refuse(method + " has parameters: only methods without any are supported");
        }
        method.setAccessible(true);
        try {
            method.invoke(Modifier.isStatic(method.getModifiers()) ? null : instance);
        } catch (InvocationTargetException wrapped) {
            throw wrapped.getCause();
        }
    }
}
