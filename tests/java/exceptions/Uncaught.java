// An uncaught exception gives exit code 1.
package exceptions;

public class Uncaught {
    public static void main(String[] args) {
        System.out.println("before");
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> System.out.println(thread.getName() + " " + thrown));
        throw new IllegalArgumentException("end");
    }
}
