// proved
// The flag that it waits for is looked at.
public class InterruptBeforeRight {
    static volatile boolean done;
    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        Thread worker = new Thread(() -> { main.interrupt(); done = true; });
        worker.start();
        try { worker.join(); } catch (InterruptedException e) { }
        while (!done) Thread.onSpinWait();
    }
}
