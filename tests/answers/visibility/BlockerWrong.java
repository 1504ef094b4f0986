// found: race
// Who is shown as blocker was not published by that.
import java.util.concurrent.locks.LockSupport;

public class BlockerWrong {
    static class Own {
        int value = 1;
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> LockSupport.park(new Own()));
        other.start();
        if (LockSupport.getBlocker(other) instanceof Own own && own.value != 1) throw new AssertionError();
        LockSupport.unpark(other);
        other.join();
    }
}
