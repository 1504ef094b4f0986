// found: deadlock, stuck
// A read lock can't be made a write lock while it is held.
import java.util.concurrent.locks.*;

public class ReadUpgradeWrong {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static int value;
    static void update() {
        lock.readLock().lock();
        int seen = value;
        lock.writeLock().lock();
        value = seen + 1;
        lock.writeLock().unlock();
        lock.readLock().unlock();
    }
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(ReadUpgradeWrong::update);
        other.start();
        update();
        other.join();
    }
}
