// found: assertion
// A moment that lies behind is not waited for.
import java.util.concurrent.locks.LockSupport;

public class ParkUntilPastWrong {
    static volatile boolean ready;

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        new Thread(() -> {
            ready = true;
            LockSupport.unpark(main);
        }).start();
        if (!ready) {
            LockSupport.parkUntil(1);
        }
        assert ready;
    }
}
