import java.io.IOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;

/** Exceptions, finally, resources, synchronized, inner, local and anonymous classes, constructors that call others. */
public class Trials {
    static class Resource implements AutoCloseable {
        final String name;
        static int open;

        Resource(String name) throws IOException {
            if (name.isEmpty()) {
                throw new IOException("no name");
            }
            this.name = name;
            open++;
        }

        Resource() throws IOException {
            this("default");
        }

        @Override
        public void close() {
            open--;
            System.out.println("closed " + name);
        }
    }

    static class Failure extends Exception {
        private static final long serialVersionUID = 1;
        final int code;

        Failure(int code, Throwable cause) {
            super("failure " + code, cause);
            this.code = code;
        }
    }

    class Range implements Iterable<Integer> {
        private final int from;
        private final int to;

        Range(int from, int to) {
            this.from = from + base;
            this.to = to + base;
        }

        public Iterator<Integer> iterator() {
            return new Iterator<Integer>() {
                private int next = from;

                public boolean hasNext() {
                    return next < to;
                }

                public Integer next() {
                    if (!hasNext()) {
                        throw new NoSuchElementException();
                    }
                    return next++;
                }
            };
        }
    }

    private int base = 1;
    private final Object lock = new Object();

    int guarded(int value) {
        synchronized (lock) {
            if (value < 0) {
                return -1;
            }
            base += value;
        }
        return base;
    }

    synchronized int twice(int value) {
        return guarded(value) + guarded(value);
    }

    static int attempt(int i) throws Failure {
        int result = 0;
        try {
            try {
                result = 100 / i;
                if (i == 3) {
                    throw new IllegalStateException("three");
                }
                return result;
            } catch (ArithmeticException exception) {
                result = -1;
                throw new Failure(i, exception);
            } finally {
                result++;
                System.out.println("finally " + result);
            }
        } catch (IllegalStateException | ClassCastException exception) {
            return -result;
        }
    }

    static <T> T call(Callable<? extends T> callable, T otherwise) {
        try {
            return callable.call();
        } catch (RuntimeException exception) {
            return otherwise;
        } catch (Exception exception) {
            System.out.println(exception.getMessage() + " by " + exception.getClass().getName());
            return otherwise;
        }
    }

    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < 5; i++) {
            try {
                System.out.println(attempt(i));
            } catch (Failure failure) {
                System.out.println(failure.code + failure.getMessage() + failure.getCause().getMessage());
            }
        }
        try (Resource first = new Resource(); Resource second = new Resource("second")) {
            System.out.println(first.name + second.name + Resource.open);
            try (Resource third = new Resource("")) {
                System.out.println("never " + third);
            }
        } catch (IOException exception) {
            System.out.println(exception.getMessage() + Resource.open);
        }
        Trials trials = new Trials();
        int sum = 0;
        for (int i : trials.new Range(2, 6)) {
            sum += i;
        }
        class Local {
            int doubled(int value) {
                return value * 2 + trials.base;
            }
        }
        System.out.println(sum + " " + new Local().doubled(sum) + " " + trials.twice(3) + trials.guarded(-1));
        System.out.println(call(() -> Integer.parseInt("12"), 0) + call(() -> Integer.parseInt("x"), 5));
        System.out.println(Trials.<String>call(() -> { throw new IOException("io"); }, "fallback"));
        Object text = "text";
        try {
            System.out.println((Integer) text);
        } catch (ClassCastException exception) {
            System.out.println("cast");
        }
        int[] array = null;
        try {
            array[0]++;
        } catch (NullPointerException exception) {
            System.out.println("null");
        }
    }
}
