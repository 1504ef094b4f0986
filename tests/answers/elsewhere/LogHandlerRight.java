// proved
// Its publish is synchronised.
import java.util.logging.*;

public class LogHandlerRight {
    static class Counter extends Handler {
        int records;
        public synchronized void publish(LogRecord record) { records++; }
        public void flush() { }
        public void close() { }
    }
    public static void main(String[] args) throws Exception {
        Logger logger = Logger.getAnonymousLogger();
        logger.setUseParentHandlers(false);
        Counter counter = new Counter();
        logger.addHandler(counter);
        Thread other = new Thread(() -> logger.info("a"));
        other.start();
        logger.info("b");
        other.join();
        synchronized (counter) { assert counter.records == 2; }
    }
}
