// found: stuck
// The interrupt is swallowed, and the loop waits for ever.
public class InterruptLostWrong {
    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                while (true) {
                    try { lock.wait(); } catch (InterruptedException e) { }
                }
            }
        });
        waiter.start();
        waiter.interrupt();
        waiter.join();
    }
}
