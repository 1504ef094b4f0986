// found: assertion
// Interrupted before it waits, a thread does not wait at all.
public class InterruptBeforeWrong {
    static volatile boolean done;
    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        Thread worker = new Thread(() -> { main.interrupt(); done = true; });
        worker.start();
        try { worker.join(); } catch (InterruptedException e) { }
        assert done;
    }
}
