// found: stuck
// signal wakes one of two who wait.
import java.util.concurrent.locks.*;

public class ConditionSignalWrong {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition changed = lock.newCondition();
    static int value;
    static void awaitValue(int wanted) {
        lock.lock();
        while (value != wanted) changed.awaitUninterruptibly();
        lock.unlock();
    }
    public static void main(String[] args) throws Exception {
        Thread one = new Thread(() -> awaitValue(1));
        Thread other = new Thread(() -> awaitValue(1));
        one.start();
        other.start();
        lock.lock();
        value = 1;
        changed.signal();
        lock.unlock();
    }
}
