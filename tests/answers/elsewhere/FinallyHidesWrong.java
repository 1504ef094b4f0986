// found: assertion
// A return in finally swallows the failure, and the count is wrong.
public class FinallyHidesWrong {
    static volatile int open;
    static synchronized boolean enter(boolean fail) {
        try {
            open++;
            if (fail) throw new IllegalStateException();
            open--;
            return true;
        } finally {
            if (fail) return false;
        }
    }
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> enter(true));
        other.start();
        enter(false);
        other.join();
        assert open == 0;
    }
}
