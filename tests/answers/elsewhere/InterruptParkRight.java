// proved
// It is parked until it may go on.
import java.util.concurrent.locks.*;

public class InterruptParkRight {
    static volatile boolean go;
    public static void main(String[] args) throws Exception {
        Thread parker = new Thread(() -> {
            while (!go) { LockSupport.park(); Thread.interrupted(); }
            assert go;
        });
        parker.start();
        parker.interrupt();
        go = true;
        LockSupport.unpark(parker);
        parker.join();
    }
}
