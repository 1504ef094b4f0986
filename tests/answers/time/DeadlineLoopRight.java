// proved
// timeouts any: found: assertion
// Somebody does, and only the time could run out before.
public class DeadlineLoopRight {
    static volatile boolean ready;
    public static void main(String[] args) throws Exception {
        Thread setter = new Thread(() -> ready = true);
        setter.start();
        long deadline = System.nanoTime() + 1_000_000;
        while (!ready && System.nanoTime() < deadline) Thread.onSpinWait();
        assert ready;
    }
}
