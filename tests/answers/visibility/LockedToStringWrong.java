// found: assertion, race
// Each object has a lock of its own.
public class LockedToStringWrong {
    static int calls;
    static class Counting {
        @Override public synchronized String toString() { return "" + calls++; }
    }
    public static void main(String[] args) throws Exception {
        Counting one = new Counting(), two = new Counting();
        Thread other = new Thread(() -> String.valueOf(one));
        other.start();
        String.valueOf(two);
        other.join();
        assert calls == 2;
    }
}
