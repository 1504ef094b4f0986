// found: assertion
// Nobody sets the flag, so that the deadline comes.
public class DeadlineLoopWrong {
    static volatile boolean ready;
    public static void main(String[] args) throws Exception {
        Thread setter = new Thread(() -> ready = false);
        setter.start();
        long deadline = System.nanoTime() + 1_000_000;
        while (!ready && System.nanoTime() < deadline) Thread.onSpinWait();
        assert ready;
    }
}
