// proved
// What the program's handler takes is not uncaught.
// It takes it.
public class DefaultHandlerRight {
    public static void main(String[] args) throws Exception {
        Thread.setDefaultUncaughtExceptionHandler((thread, cause) -> {
            assert cause instanceof IllegalArgumentException;
        });
        Thread thread = new Thread(() -> { throw new IllegalArgumentException(); });
        thread.start();
        thread.join();
    }
}
