// The waiter waits once, with `if`. Java allows a wait to end without a notification; then it goes on too early. Raddle
// lets waits end so when it is asked to.
//
//     raddle check examples/java/MissingLoop.java --spurious-wakeups
//
// Options: --spurious-wakeups
// Expect: assertion
class MissingLoop {
    static final Object LOCK = new Object();
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            synchronized (LOCK) {
                ready = true;
                LOCK.notify();
            }
        }).start();
        synchronized (LOCK) {
            if (!ready) { // should be a while
                LOCK.wait();
            }
            assert ready : "woken, but nobody was ready";
        }
    }
}
