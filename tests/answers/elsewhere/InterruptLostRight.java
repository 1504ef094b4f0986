// proved
// It ends the loop.
public class InterruptLostRight {
    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                while (true) {
                    try { lock.wait(); } catch (InterruptedException e) { return; }
                }
            }
        });
        waiter.start();
        waiter.interrupt();
        waiter.join();
    }
}
