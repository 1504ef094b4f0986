// found: assertion
// options: --spurious-wakeups
// park may return for no reason.
import java.util.concurrent.locks.*;

public class SpuriousParkWrong {
    static volatile boolean go;
    public static void main(String[] args) throws Exception {
        Thread waiter = new Thread(() -> {
            if (!go) LockSupport.park();
            assert go;
        });
        waiter.start();
        go = true;
        LockSupport.unpark(waiter);
        waiter.join();
    }
}
