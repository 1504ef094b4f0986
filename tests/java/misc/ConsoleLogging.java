// java.util.logging with its own console handler and formatter; the console is standard output here.
package misc;

import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.MemoryHandler;
import java.util.logging.SimpleFormatter;

public class ConsoleLogging {
    public static void main(String[] args) {
        System.setErr(System.out);
        ConsoleHandler console = new ConsoleHandler();
        console.setLevel(Level.FINE);
        console.setFormatter(new Formatter() {
            @Override
            public String format(LogRecord record) {
                return "[" + record.getLevel() + "] " + record.getLoggerName() + ": " + formatMessage(record) + (record.getThrown() == null ? "" : " " + record.getThrown()) + "\n";
            }
        });
        Logger logger = Logger.getLogger("misc.console");
        logger.setUseParentHandlers(false);
        logger.setLevel(Level.ALL);
        logger.addHandler(console);
        logger.info("plain");
        logger.log(Level.WARNING, "{1} before {0}", new Object[] {"b", "a"});
        logger.log(Level.SEVERE, "thrown", new IllegalStateException("x"));
        logger.finest("too fine");
        logger.fine(() -> "lazy");
        logger.entering("Class", "method", 5);
        Logger child = Logger.getLogger("misc.console.child");
        child.config("from the child");
        child.setFilter(record -> !record.getMessage().contains("secret"));
        child.info("a secret");
        child.info("no such thing");
        System.out.println(child.getParent().getName() + " " + child.isLoggable(Level.FINE) + " " + Level.parse("800") + " " + Logger.getGlobal().getName());
        MemoryHandler memory = new MemoryHandler(console, 2, Level.SEVERE);
        Logger buffered = Logger.getLogger("buffered");
        buffered.setUseParentHandlers(false);
        buffered.addHandler(memory);
        for (int i = 0; i < 4; i++) buffered.info("kept " + i);
        buffered.severe("push");
        for (Handler handler : logger.getHandlers()) System.out.println(handler.getClass().getSimpleName());
        LogRecord record = new LogRecord(Level.INFO, "by {0}");
        record.setParameters(new Object[] {"hand"});
        System.out.println(new SimpleFormatter().formatMessage(record));
    }
}
