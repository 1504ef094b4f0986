// proved
// timeouts any: found: assertion
// A flag tells.
public class TimedWaitRight {
    static boolean ready;
    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Thread notifier = new Thread(() -> { synchronized (lock) { ready = true; lock.notify(); } });
        notifier.start();
        synchronized (lock) {
            if (!ready) lock.wait(1000);
            assert ready;
        }
        notifier.join();
    }
}
