// proved
// notifyAll wakes both.
public class NotifyNobodyRight {
    static int turn;
    static final Object lock = new Object();
    static void take(int mine) {
        synchronized (lock) {
            try { while (turn != mine) lock.wait(); } catch (InterruptedException e) { throw new Error(e); }
            turn++;
            lock.notifyAll();
        }
    }
    public static void main(String[] args) throws Exception {
        Thread one = new Thread(() -> take(1)), two = new Thread(() -> take(2));
        one.start();
        two.start();
        take(0);
    }
}
