// proved
// The lock is taken by a method of the program's that the library calls.
public class LockedToStringRight {
    static int calls;
    public static void main(String[] args) throws Exception {
        Object counting = new Object() {
            @Override public synchronized String toString() { return "" + calls++; }
        };
        Thread other = new Thread(() -> String.valueOf(counting));
        other.start();
        String.valueOf(counting);
        other.join();
        assert calls == 2;
    }
}
