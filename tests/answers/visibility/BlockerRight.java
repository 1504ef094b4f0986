// proved
// Words that were never written have their first values for everybody.
import java.util.concurrent.locks.LockSupport;

public class BlockerRight {
    static class Own {
        int value;
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> LockSupport.park(new Own()));
        other.start();
        if (LockSupport.getBlocker(other) instanceof Own own && own.value != 0) throw new AssertionError();
        LockSupport.unpark(other);
        other.join();
    }
}
