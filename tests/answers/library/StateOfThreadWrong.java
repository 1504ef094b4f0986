// found: assertion
// A thread that was started may be over, or about to wait.
public class StateOfThreadWrong {
    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Thread thread = new Thread(() -> { synchronized (lock) { } });
        thread.start();
        assert thread.getState() == Thread.State.RUNNABLE;
        thread.join();
    }
}
