// found: assertion
// The level may be changed before the message comes.
import java.util.logging.*;

public class LogLevelWrong {
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
        silencer.start();
        logger.info("here");
        silencer.join();
        assert published == 1;
    }
}
