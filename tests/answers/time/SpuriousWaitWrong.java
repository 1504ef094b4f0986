// found: assertion
// options: --spurious-wakeups
// So may wait.
public class SpuriousWaitWrong {
    static boolean go;
    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                try { if (!go) lock.wait(); } catch (InterruptedException e) { throw new Error(e); }
                assert go;
            }
        });
        waiter.start();
        synchronized (lock) { go = true; lock.notify(); }
        waiter.join();
    }
}
