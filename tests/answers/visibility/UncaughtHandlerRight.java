// proved
// A default handler is handed over by a volatile field.
public class UncaughtHandlerRight {
    static class Own implements Thread.UncaughtExceptionHandler {
        int value = 1;

        public void uncaughtException(Thread thread, Throwable thrown) {
        }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> Thread.setDefaultUncaughtExceptionHandler(new Own()));
        other.start();
        if (Thread.getDefaultUncaughtExceptionHandler() instanceof Own own && own.value != 1) {
            throw new AssertionError();
        }
        other.join();
    }
}
