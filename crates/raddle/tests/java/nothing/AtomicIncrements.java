import java.util.concurrent.atomic.AtomicInteger;

/** Increments that are one operation each. */
class AtomicIncrements {
    public static void main(String[] args) throws InterruptedException {
        AtomicInteger count = new AtomicInteger();
        Thread other = new Thread(count::incrementAndGet);
        other.start();
        count.incrementAndGet();
        other.join();
        assert count.get() == 2;
    }
}
