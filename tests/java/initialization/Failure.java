// A failed initialiser: the first error, and the later ones.
package initialization;

public class Failure {
    static class Broken {
        static int value = Integer.parseInt("nope");
        static void touch() {}
    }
    static class Sub extends Broken {}
    static class Erroring { static { if (true) throw new StackOverflowError("own"); } static int x; }

    static void attempt(Runnable action) {
        try {
            action.run();
        } catch (Throwable thrown) {
            System.out.println(thrown.getClass().getSimpleName() + " " + thrown.getMessage() + " " + (thrown.getCause() == null ? "-" : thrown.getCause().getClass().getSimpleName()));
        }
    }

    public static void main(String[] args) {
        attempt(Broken::touch);
        try { Broken.touch(); } catch (NoClassDefFoundError error) { System.out.println(error.getMessage()); }
        try { new Sub(); } catch (NoClassDefFoundError error) { System.out.println(error.getMessage()); }
        attempt(() -> System.out.println(Erroring.x));
        try { Erroring.x++; } catch (NoClassDefFoundError error) { System.out.println("second"); }
        try {
            Class.forName("initialization.Failure$Nope");
        } catch (ClassNotFoundException exception) {
            System.out.println(exception.getMessage());
        }
    }
}
