// found: livelock
// Each lets the other go first, for ever.
public class PoliteWrong {
    static volatile boolean one, two;
    static void first() { one = true; while (two) { one = false; Thread.onSpinWait(); one = true; } one = false; }
    static void second() { two = true; while (one) { two = false; Thread.onSpinWait(); two = true; } two = false; }
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(PoliteWrong::second);
        other.start();
        first();
        other.join();
    }
}
