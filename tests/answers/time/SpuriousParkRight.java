// proved
// options: --spurious-wakeups
// In a loop that does no harm.
import java.util.concurrent.locks.*;

public class SpuriousParkRight {
    static volatile boolean go;
    public static void main(String[] args) throws Exception {
        Thread waiter = new Thread(() -> {
            while (!go) LockSupport.park();
            assert go;
        });
        waiter.start();
        go = true;
        LockSupport.unpark(waiter);
        waiter.join();
    }
}
