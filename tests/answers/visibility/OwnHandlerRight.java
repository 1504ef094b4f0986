// proved
// Atomically.
import java.util.concurrent.atomic.*;

public class OwnHandlerRight {
    static final AtomicInteger deaths = new AtomicInteger();
    static void die() { throw new IllegalStateException(); }
    public static void main(String[] args) throws Exception {
        Thread.UncaughtExceptionHandler handler = (thread, cause) -> deaths.incrementAndGet();
        Thread first = new Thread(OwnHandlerRight::die), second = new Thread(OwnHandlerRight::die);
        first.setUncaughtExceptionHandler(handler);
        second.setUncaughtExceptionHandler(handler);
        first.start();
        second.start();
        first.join();
        second.join();
        assert deaths.get() == 2;
    }
}
