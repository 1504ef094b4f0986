// proved
// Who is interrupted knows what time it was for who interrupted.
public class ClockByInterruptRight {
    static volatile long sent;
    public static void main(String[] args) throws Exception {
        Thread sleeper = new Thread(() -> {
            try { Thread.sleep(100000); } catch (InterruptedException e) { assert System.nanoTime() >= sent; }
        });
        sleeper.start();
        Thread.sleep(5);
        sent = System.nanoTime();
        sleeper.interrupt();
        sleeper.join();
    }
}
