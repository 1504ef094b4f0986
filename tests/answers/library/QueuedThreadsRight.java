// proved
// After the end nobody does.
import java.util.concurrent.locks.*;

public class QueuedThreadsRight {
    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        Thread thread = new Thread(() -> { lock.lock(); lock.unlock(); });
        thread.start();
        lock.unlock();
        thread.join();
        assert !lock.hasQueuedThreads() && !lock.isLocked();
    }
}
