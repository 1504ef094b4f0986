// proved
// One is not so polite.
public class PoliteRight {
    static volatile boolean one, two;
    static void first() { one = true; while (two) Thread.onSpinWait(); one = false; }
    static void second() { two = true; two = false; }
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(PoliteRight::second);
        other.start();
        first();
        other.join();
    }
}
