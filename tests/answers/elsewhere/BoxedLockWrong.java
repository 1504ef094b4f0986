// found: race, assertion
// The lock is a box, which is replaced with each count.
public class BoxedLockWrong {
    static Integer count = 0;
    static final Object lock = new Object();
    static void add() {
        synchronized (count) { count++; }
    }
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(BoxedLockWrong::add);
        other.start();
        add();
        other.join();
        assert count == 2;
    }
}
