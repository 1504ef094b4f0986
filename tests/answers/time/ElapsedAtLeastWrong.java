// found: assertion
// A sleep may take longer than what was asked for.
public class ElapsedAtLeastWrong {
    public static void main(String[] args) throws Exception {
        long before = System.nanoTime();
        Thread other = new Thread(() -> { });
        other.start();
        Thread.sleep(10);
        other.join();
        long elapsed = System.nanoTime() - before;
        assert elapsed < 10_000_000;
    }
}
