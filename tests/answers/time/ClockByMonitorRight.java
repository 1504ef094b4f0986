// proved
// Two threads note the time under one lock: never backwards.
public class ClockByMonitorRight {
    static long last;
    static synchronized void note() {
        long now = System.nanoTime();
        assert now >= last;
        last = now;
    }
    public static void main(String[] args) throws Exception {
        last = System.nanoTime();
        Thread other = new Thread(() -> {
            try { Thread.sleep(10); } catch (InterruptedException e) { throw new Error(e); }
            note();
        });
        other.start();
        note();
        other.join();
        note();
    }
}
