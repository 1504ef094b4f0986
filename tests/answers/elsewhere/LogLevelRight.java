// proved
// It is changed afterwards.
import java.util.logging.*;

public class LogLevelRight {
    static volatile int published;
    public static void main(String[] args) throws Exception {
        Logger logger = Logger.getAnonymousLogger();
        logger.setUseParentHandlers(false);
        logger.addHandler(new Handler() {
            public void publish(LogRecord record) { published++; }
            public void flush() { }
            public void close() { }
        });
        Thread silencer = new Thread(() -> logger.setLevel(Level.OFF));
        logger.info("here");
        silencer.start();
        silencer.join();
        assert published == 1;
    }
}
