// proved
// timeouts any: found: assertion
// It does.
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

public class TimedTryLockRight {
    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Thread holder = new Thread(() -> {
            lock.lock();
            lock.unlock();
        });
        holder.start();
        assert lock.tryLock(3, TimeUnit.SECONDS);
        lock.unlock();
        holder.join();
    }
}
