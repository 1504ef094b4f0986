// proved
// It is given back in any case.
import java.util.concurrent.*;

public class SemaphoreLostRight {
    static final Semaphore permits = new Semaphore(1);
    static void work() {
        permits.acquireUninterruptibly();
        try {
            if (Thread.currentThread().getName().equals("fails")) return;
        } finally { permits.release(); }
    }
    public static void main(String[] args) throws Exception {
        Thread fails = new Thread(SemaphoreLostRight::work, "fails");
        fails.start();
        work();
        fails.join();
    }
}
