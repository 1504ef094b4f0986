// proved
// New strings are two.
public class LiteralLockRight {
    static final String mine = new String("lock"), theirs = new String("lock"), other = "other";
    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> { synchronized (other) { synchronized (theirs) { } } });
        thread.start();
        synchronized (mine) { synchronized (other) { } }
        thread.join();
    }
}
