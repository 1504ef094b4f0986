import java.util.concurrent.locks.ReentrantLock;

/** A monitor and a lock of java.util.concurrent, in opposite orders. */
class LockAndMonitor {
    public static void main(String[] args) {
        Object monitor = new Object();
        ReentrantLock lock = new ReentrantLock();
        new Thread(() -> {
            synchronized (monitor) {
                lock.lock();
                lock.unlock();
            }
        }).start();
        lock.lock();
        synchronized (monitor) {
            lock.unlock();
        }
    }
}
