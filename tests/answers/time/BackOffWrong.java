// found: deadlock
// Two locks in opposite order.
import java.util.concurrent.locks.*;

public class BackOffWrong {
    static final ReentrantLock first = new ReentrantLock(), second = new ReentrantLock();
    static void both(ReentrantLock one, ReentrantLock other) {
        one.lock();
        other.lock();
        other.unlock();
        one.unlock();
    }
    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> both(second, first));
        thread.start();
        both(first, second);
        thread.join();
    }
}
