// found: assertion
// While the lock is held, the thread may be blocked.
public class StateBlockedWrong {
    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Thread thread = new Thread(() -> { synchronized (lock) { } });
        synchronized (lock) {
            thread.start();
            Thread.State state = thread.getState();
            assert state != Thread.State.BLOCKED;
        }
        thread.join();
    }
}
