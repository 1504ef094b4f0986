// proved
// timeouts any: found: assertion
// A moment in a year, which comes after everything else.
import java.util.concurrent.locks.LockSupport;

public class ParkUntilFarRight {
    static volatile boolean ready;

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        new Thread(() -> {
            ready = true;
            LockSupport.unpark(main);
        }).start();
        if (!ready) {
            LockSupport.parkUntil(System.currentTimeMillis() + 31_536_000_000L);
        }
        assert ready;
    }
}
