// found: assertion
// The other never gives the lock back.
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

public class TimedTryLockWrong {
    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Thread holder = new Thread(() -> {
            lock.lock();
        });
        holder.start();
        assert lock.tryLock(3, TimeUnit.SECONDS);
        lock.unlock();
        holder.join();
    }
}
