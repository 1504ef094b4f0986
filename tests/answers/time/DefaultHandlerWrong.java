// found: assertion
// What the program's handler takes is not uncaught.
// The handler itself fails.
public class DefaultHandlerWrong {
    public static void main(String[] args) throws Exception {
        Thread.setDefaultUncaughtExceptionHandler((thread, cause) -> {
            assert cause instanceof IllegalStateException;
        });
        Thread thread = new Thread(() -> { throw new IllegalArgumentException(); });
        thread.start();
        thread.join();
    }
}
