import java.util.concurrent.locks.ReentrantLock;

/** A lock of java.util.concurrent orders as a monitor does. */
class LockedCounter {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int count;

    static void add() {
        LOCK.lock();
        try {
            count++;
        } finally {
            LOCK.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(LockedCounter::add);
        other.start();
        add();
        other.join();
        assert count == 2;
    }
}
