// proved
// Its handler has run by then.
public class HookAfterDeathRight {
    static boolean failed;
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> { assert failed; }));
        Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> failed = true);
        throw new IllegalStateException();
    }
}
