// found: assertion
// Somebody may queue for the lock.
import java.util.concurrent.locks.*;

public class QueuedThreadsWrong {
    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        Thread thread = new Thread(() -> { lock.lock(); lock.unlock(); });
        thread.start();
        assert !lock.hasQueuedThreads();
        lock.unlock();
        thread.join();
    }
}
