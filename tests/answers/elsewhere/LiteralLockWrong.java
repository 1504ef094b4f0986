// found: deadlock
// Equal literals are one object, and so one lock.
public class LiteralLockWrong {
    static final String mine = "lock", theirs = "lock", other = "other";
    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> { synchronized (other) { synchronized (theirs) { } } });
        thread.start();
        synchronized (mine) { synchronized (other) { } }
        thread.join();
    }
}
