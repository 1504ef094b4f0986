// proved
// The count is taken back.
public class FinallyHidesRight {
    static volatile int open;
    static synchronized boolean enter(boolean fail) {
        try {
            open++;
            if (fail) throw new IllegalStateException();
            open--;
            return true;
        } finally {
            if (fail) { open--; return false; }
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
