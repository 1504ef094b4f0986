import java.util.concurrent.atomic.AtomicLong;

/** Nor are two calls of an atomic number. */
class AtomicGetThenSet {
    public static void main(String[] args) throws InterruptedException {
        AtomicLong count = new AtomicLong();
        Thread other = new Thread(() -> count.set(count.get() + 1));
        other.start();
        count.set(count.get() + 1);
        other.join();
        assert count.get() == 2;
    }
}
