// Causes, suppressed exceptions, traces printed to a writer, and traces that were set by hand.
package exceptions;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;

public class Chaining {
    static class Failure extends Exception {
        Failure(String message, Throwable cause) {
            super(message, cause);
        }
    }

    static class Light extends RuntimeException {
        Light() {
            super("light", null, false, false);
        }
    }

    static void inner(int depth) {
        if (depth == 0) throw new ArithmeticException("inner");
        inner(depth - 1);
    }

    static void outer() throws Failure {
        try {
            inner(2);
        } catch (ArithmeticException exception) {
            throw new Failure("outer", exception);
        }
    }

    public static void main(String[] args) {
        try {
            outer();
        } catch (Failure failure) {
            failure.addSuppressed(new IllegalStateException("suppressed"));
            StringWriter writer = new StringWriter();
            failure.printStackTrace(new PrintWriter(writer));
            String[] lines = writer.toString().split("\n");
            Arrays.stream(lines).filter(line -> !line.contains("reflect") && !line.contains("HotSpotDriver") && !line.contains("java.base") && !line.contains("more")).forEach(System.out::println);
            System.out.println(failure.getCause().getStackTrace().length - failure.getStackTrace().length);
        }
        Light light = new Light();
        light.addSuppressed(new Exception());
        System.out.println(light.getStackTrace().length + " " + light.getSuppressed().length + " " + light);
        Throwable set = new Throwable("set");
        set.setStackTrace(new StackTraceElement[] {new StackTraceElement("a.B", "c", "D.java", 7)});
        System.out.println(set.getStackTrace()[0] + " " + set.getCause());
        try {
            set.initCause(set);
        } catch (IllegalArgumentException exception) {
            System.out.println(exception.getMessage());
        }
        set.initCause(new Error("cause"));
        try {
            set.initCause(null);
        } catch (IllegalStateException exception) {
            System.out.println(exception.getMessage());
        }
        int attempts = 0;
        while (true) {
            try {
                attempts++;
                if (attempts < 3) throw new RuntimeException();
                break;
            } catch (RuntimeException exception) {
                continue;
            } finally {
                if (attempts == 2) attempts += 10;
            }
        }
        System.out.println(attempts);
    }
}
