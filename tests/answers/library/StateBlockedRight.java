// proved
// It can't be over.
public class StateBlockedRight {
    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Thread thread = new Thread(() -> { synchronized (lock) { } });
        synchronized (lock) {
            thread.start();
            Thread.State state = thread.getState();
            assert state == Thread.State.RUNNABLE || state == Thread.State.BLOCKED;
        }
        thread.join();
    }
}
