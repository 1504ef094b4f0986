// proved
// One that was joined is over.
public class StateOfThreadRight {
    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Thread thread = new Thread(() -> { synchronized (lock) { } });
        thread.start();
        thread.join();
        assert thread.getState() == Thread.State.TERMINATED;
    }
}
