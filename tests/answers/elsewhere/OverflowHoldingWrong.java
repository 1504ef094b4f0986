// found: stuck, deadlock
// The stack overflows while an explicit lock is held; nobody unlocks.
import java.util.concurrent.locks.*;

public class OverflowHoldingWrong {
    static final ReentrantLock lock = new ReentrantLock();
    static int depth(int n) { return depth(n + 1) + 1; }
    static void work() {
        lock.lock();
        depth(0);
        lock.unlock();
    }
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> { try { work(); } catch (StackOverflowError e) { } });
        other.start();
        lock.lock();
        other.join();
    }
}
