// proved
// A lock is.
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

public class SelfLockRight {
    public static void main(String[] args) throws Exception {
        ReentrantLock guard = new ReentrantLock();
        guard.lock();
        guard.lock();
        assert guard.getHoldCount() == 2;
    }
}
