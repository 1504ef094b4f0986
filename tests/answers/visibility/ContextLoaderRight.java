// proved
// What a final field holds is seen by whoever sees the object.
public class ContextLoaderRight {
    static class Own extends ClassLoader {
        final int value = Integer.parseInt("1");
        final int[] more = {value};
    }

    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        Thread other = new Thread(() -> main.setContextClassLoader(new Own()));
        other.start();
        if (main.getContextClassLoader() instanceof Own own && own.value + own.more[0] != 2) {
            throw new AssertionError();
        }
        other.join();
    }
}
