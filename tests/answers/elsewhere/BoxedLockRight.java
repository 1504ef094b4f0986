// proved
// The lock is final.
public class BoxedLockRight {
    static Integer count = 0;
    static final Object lock = new Object();
    static void add() {
        synchronized (lock) { count++; }
    }
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(BoxedLockRight::add);
        other.start();
        add();
        other.join();
        assert count == 2;
    }
}
