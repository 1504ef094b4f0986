// Stack traces, causes, and their text.
package exceptions;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;

public class StackTraces {
    static void deep(int n) { if (n == 0) throw new IllegalStateException("deep"); deep(n - 1); }
    static class Custom extends Exception {
        Custom(String message, Throwable cause) { super(message, cause); }
        @Override public String toString() { return "Custom!" + getMessage(); }
    }

    public static void main(String[] args) {
        try {
            deep(3);
        } catch (IllegalStateException exception) {
            for (StackTraceElement element : exception.getStackTrace()) {
                if (element.getClassName().startsWith("exceptions")) System.out.println(element.getMethodName() + ":" + element.getLineNumber() + ":" + element.getFileName() + ":" + element.getClassName());
            }
        }
        try {
            try {
                Integer.parseInt("x");
            } catch (NumberFormatException exception) {
                throw new Custom("wrapped", exception);
            }
        } catch (Custom exception) {
            System.out.println(exception + " " + exception.getCause().getMessage());
            StringWriter writer = new StringWriter();
            exception.printStackTrace(new PrintWriter(writer));
            System.out.println(writer.toString().lines().filter(line -> !line.contains("\tat ") && !line.contains("...")).toList());
        }
        Throwable light = new Throwable("light", null, false, false) {};
        System.out.println(light.getStackTrace().length);
        try {
            new java.util.ArrayList<>().get(0);
        } catch (IndexOutOfBoundsException exception) {
            System.out.println(exception.getMessage() + " " + exception.getStackTrace()[0].getClassName());
            System.out.println(exception.getStackTrace()[0].getModuleName());
        }
        System.out.println(new Throwable().getStackTrace()[0].getMethodName());
        Runnable lambda = () -> System.out.println(new Throwable().getStackTrace()[0].getMethodName().startsWith("lambda$main"));
        lambda.run();
    }
}
