// found: race
// Setting the loader of a thread publishes nothing.
public class ContextLoaderWrong {
    static class Own extends ClassLoader {
        int value = 1;
    }

    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        Thread other = new Thread(() -> main.setContextClassLoader(new Own()));
        other.start();
        if (main.getContextClassLoader() instanceof Own own && own.value != 1) throw new AssertionError();
        other.join();
    }
}
