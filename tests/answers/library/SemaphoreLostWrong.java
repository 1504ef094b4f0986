// found: stuck
// A permit is lost when the work fails.
import java.util.concurrent.*;

public class SemaphoreLostWrong {
    static final Semaphore permits = new Semaphore(1);
    static void work() {
        permits.acquireUninterruptibly();
            if (Thread.currentThread().getName().equals("fails")) return;
        permits.release();
    }
    public static void main(String[] args) throws Exception {
        Thread fails = new Thread(SemaphoreLostWrong::work, "fails");
        fails.start();
        work();
        fails.join();
    }
}
