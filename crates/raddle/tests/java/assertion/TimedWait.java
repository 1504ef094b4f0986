// Options: --timeouts any
/** A wait with a timeout may end before the notification. */
class TimedWait {
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        new Thread(() -> {
            synchronized (lock) {
                ready = true;
                lock.notifyAll();
            }
        }).start();
        synchronized (lock) {
            if (!ready) {
                lock.wait(1000);
            }
            assert ready : "the time was over first";
        }
    }
}
