// found: stuck
// A semaphore is not reentrant.
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

public class SelfLockWrong {
    public static void main(String[] args) throws Exception {
        Semaphore guard = new Semaphore(1);
        guard.acquire();
        guard.acquire();
    }
}
