// proved
// A monitor is given back in any case.
import java.util.concurrent.locks.*;

public class OverflowHoldingRight {
    static final ReentrantLock lock = new ReentrantLock();
    static int depth(int n) { return depth(n + 1) + 1; }
    static void work() {
        synchronized (lock) { depth(0); }
    }
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> { try { work(); } catch (StackOverflowError e) { } });
        other.start();
        synchronized (lock) { }
        other.join();
    }
}
