import java.util.concurrent.atomic.AtomicInteger;

// A connection that should be opened once, when it is first needed. Two threads may both find that it is not open yet.
//
//     raddle check examples/java/LazyInit.java
//
// Expect: assertion
class LazyInit {
    static final AtomicInteger OPENED = new AtomicInteger();

    static class Connection {
        Connection() {
            OPENED.incrementAndGet();
        }
    }

    static volatile Connection connection;

    static Connection connection() {
        if (connection == null) {
            connection = new Connection();
        }
        return connection;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(LazyInit::connection);
        Thread two = new Thread(LazyInit::connection);
        one.start();
        two.start();
        one.join();
        two.join();
        assert OPENED.get() == 1 : "opened " + OPENED.get() + " times";
    }
}
