import java.util.concurrent.locks.ReentrantReadWriteLock;

// A thread that holds the read lock asks for the write lock, which waits until all readers have gone: itself included.
// ReentrantReadWriteLock cannot upgrade; the thread waits for itself.
//
//     raddle check examples/java/UpgradeDeadlock.java
//
// Expect: stuck
class UpgradeDeadlock {
    static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();
    static int cached;

    static int get() {
        LOCK.readLock().lock();
        try {
            if (cached == 0) {
                LOCK.writeLock().lock(); // should give up the read lock first
                try {
                    cached = 42;
                } finally {
                    LOCK.writeLock().unlock();
                }
            }
            return cached;
        } finally {
            LOCK.readLock().unlock();
        }
    }

    public static void main(String[] args) {
        new Thread(UpgradeDeadlock::get, "reader").start();
    }
}
