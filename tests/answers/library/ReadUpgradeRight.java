// proved
// It is given back first.
import java.util.concurrent.locks.*;

public class ReadUpgradeRight {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static int value;
    static void update() {
        lock.readLock().lock();
        int seen = value;
        lock.readLock().unlock();
        lock.writeLock().lock();
        value = seen + 1;
        lock.writeLock().unlock();
    }
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(ReadUpgradeRight::update);
        other.start();
        update();
        other.join();
    }
}
