// proved
// Who does not get the second gives the first back, and tries twice.
import java.util.concurrent.locks.*;

public class BackOffRight {
    static final ReentrantLock first = new ReentrantLock(), second = new ReentrantLock();
    static void both(ReentrantLock one, ReentrantLock other) {
        for (int attempt = 0; attempt < 2; attempt++) {
            one.lock();
            boolean got = other.tryLock();
            if (got) other.unlock();
            one.unlock();
            if (got) return;
        }
    }
    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> both(second, first));
        thread.start();
        both(first, second);
        thread.join();
    }
}
