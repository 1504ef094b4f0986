// java.util.logging to the console.
package misc;

public class Logging {
    public static void main(String[] args) {
        java.util.logging.Logger logger = java.util.logging.Logger.getLogger("misc");
        logger.setUseParentHandlers(false);
        logger.addHandler(new java.util.logging.Handler() {
            @Override public void publish(java.util.logging.LogRecord record) { System.out.println(record.getLevel() + " " + record.getMessage() + " " + record.getSourceMethodName()); }
            @Override public void flush() {}
            @Override public void close() {}
        });
        logger.info("hello");
        logger.log(java.util.logging.Level.WARNING, "careful {0}", 5);
        logger.fine("not shown");
        logger.setLevel(java.util.logging.Level.ALL);
        logger.fine("shown");
        java.util.logging.Logger.getLogger("other").warning("to the console");
        System.out.println(logger.getName() + " " + logger.getParent().getName().isEmpty());
    }
}
