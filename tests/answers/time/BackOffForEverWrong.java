// found: livelock
// Both take one lock, fail to get the other, give it back and begin again, in step.
import java.util.concurrent.locks.*;

public class BackOffForEverWrong {
    static final ReentrantLock first = new ReentrantLock(), second = new ReentrantLock();
    static void both(ReentrantLock one, ReentrantLock other) {
        boolean got = false;
        while (!got) {
            one.lock();
            got = other.tryLock();
            if (got) other.unlock();
            one.unlock();
        }
    }
    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> both(second, first));
        thread.start();
        both(first, second);
        thread.join();
    }
}
