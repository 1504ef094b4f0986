// Options: --timeouts any
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** A lock with a timeout may not be had. */
class TimedLock {
    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        new Thread(() -> {
            lock.lock();
            lock.unlock();
        }).start();
        assert lock.tryLock(1, TimeUnit.SECONDS) : "the time was over first";
        lock.unlock();
    }
}
