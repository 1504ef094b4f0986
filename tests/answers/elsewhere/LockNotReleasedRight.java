// proved
// finally unlocks.
import java.util.concurrent.locks.*;

public class LockNotReleasedRight {
    static final ReentrantLock lock = new ReentrantLock();
    static int[] data = {};
    static void work(int index) {
        lock.lock();
        try {
            data[index] = 1;
        } catch (ArrayIndexOutOfBoundsException e) {
        } finally {
            lock.unlock();
        }
    }
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> work(0));
        other.start();
        work(1);
        other.join();
    }
}
