// proved
// What goes wrong in a superclass is not caught by the subclass's own initialiser.
public class InitFailsAboveRight {
    static class Parent {
        static int number = Integer.parseInt("x");
    }

    static class Child extends Parent {
        static int seen;

        static {
            try {
                seen = 1;
            } catch (Throwable e) {
                seen = 2;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            threads[i] = new Thread(() -> {
                try {
                    int seen = Child.seen;
                    throw new AssertionError(seen);
                } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
                }
            });
        }
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
    }
}
