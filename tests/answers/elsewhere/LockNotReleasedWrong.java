// found: stuck, deadlock
// What fails while the lock is held leaves it locked.
import java.util.concurrent.locks.*;

public class LockNotReleasedWrong {
    static final ReentrantLock lock = new ReentrantLock();
    static int[] data = {};
    static void work(int index) {
        lock.lock();
        try {
            data[index] = 1;
            lock.unlock();
        } catch (ArrayIndexOutOfBoundsException e) {
        }
    }
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> work(0));
        other.start();
        work(1);
        other.join();
    }
}
