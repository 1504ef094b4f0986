// Options: --spurious-wakeups
/** A wait in a loop does not mind being woken for nothing. */
class LoopedWait {
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
            while (!ready) {
                lock.wait();
            }
            assert ready;
        }
    }
}
