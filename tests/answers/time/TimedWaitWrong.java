// found: assertion
// A notification without a flag is lost if it comes first; the wait then times out.
public class TimedWaitWrong {
    static boolean ready;
    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Thread notifier = new Thread(() -> { synchronized (lock) { ready = true; lock.notify(); } });
        notifier.start();
        synchronized (lock) {
            boolean before = ready;
            lock.wait(1000);
            assert !before : "waited for nothing";
        }
        notifier.join();
    }
}
