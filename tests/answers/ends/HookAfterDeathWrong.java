// found: assertion
// Hooks run as well when the main thread dies of an exception.
public class HookAfterDeathWrong {
    static boolean failed;
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> { assert !failed; }));
        Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> failed = true);
        throw new IllegalStateException();
    }
}
