/** A daemon that waits for ever is no deadlock: the program ends without it. */
class DaemonWaits {
    public static void main(String[] args) {
        Object lock = new Object();
        Thread daemon = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException ended) {
                    // never
                }
            }
        });
        daemon.setDaemon(true);
        daemon.start();
    }
}
