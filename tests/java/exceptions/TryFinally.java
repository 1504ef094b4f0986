// Order and overriding of finally blocks.
package exceptions;

public class TryFinally {
    static StringBuilder log = new StringBuilder();

    @SuppressWarnings("finally")
    static int override() { try { throw new RuntimeException("lost"); } finally { return 7; } }
    static int order() { int x = 1; try { return x; } finally { x = 2; log.append("finally "); } }
    static String nested() {
        try {
            try { throw new IllegalStateException("inner"); }
            finally { log.append("f1 "); }
        } catch (IllegalStateException exception) {
            log.append("caught ");
            return exception.getMessage();
        } finally { log.append("f2 "); }
    }
    static int loop() {
        int count = 0;
        for (int i = 0; i < 5; i++) {
            try {
                if (i == 1) continue;
                if (i == 3) break;
                count += 10;
            } finally { count++; }
        }
        return count;
    }
    static class Resource implements AutoCloseable {
        final String name;
        Resource(String name) { this.name = name; log.append("open").append(name).append(' '); }
        public void close() { log.append("close").append(name).append(' '); throw new IllegalArgumentException("close " + name); }
    }

    public static void main(String[] args) {
        System.out.println(override() + " " + order() + " " + nested() + " " + loop());
        try (Resource a = new Resource("A"); Resource b = new Resource("B")) {
            throw new RuntimeException("body");
        } catch (RuntimeException exception) {
            System.out.println(exception.getMessage() + " " + exception.getSuppressed().length + exception.getSuppressed()[0].getMessage());
        }
        System.out.println(log);
        try {
            throw null;
        } catch (NullPointerException exception) {
            System.out.println("null thrown");
        }
    }
}
