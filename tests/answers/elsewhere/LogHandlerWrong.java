// found: race, assertion
// A handler of one's own is called in every thread that logs.
import java.util.logging.*;

public class LogHandlerWrong {
    static class Counter extends Handler {
        int records;
        public void publish(LogRecord record) { records++; }
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
