// proved
// It is validated.
import java.util.concurrent.locks.*;

public class OptimisticReadRight {
    static final StampedLock lock = new StampedLock();
    static volatile int left = 5, right = 5;
    public static void main(String[] args) throws Exception {
        Thread mover = new Thread(() -> {
            long stamp = lock.writeLock();
            left--;
            right++;
            lock.unlockWrite(stamp);
        });
        mover.start();
        long stamp = lock.tryOptimisticRead();
        int sum = left + right;
        assert !lock.validate(stamp) || sum == 10;
        mover.join();
    }
}
