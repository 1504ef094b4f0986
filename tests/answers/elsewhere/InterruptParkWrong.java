// found: assertion
// park returns at once when the thread is interrupted.
import java.util.concurrent.locks.*;

public class InterruptParkWrong {
    static volatile boolean go;
    public static void main(String[] args) throws Exception {
        Thread parker = new Thread(() -> {
            LockSupport.park();
            assert go;
        });
        parker.start();
        parker.interrupt();
        go = true;
        LockSupport.unpark(parker);
        parker.join();
    }
}
