// proved
// The end of a thread notifies those that wait for its object, and can't come between the look and the wait.
public class WaitForEndRight {
    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
        });
        thread.start();
        synchronized (thread) {
            while (thread.isAlive()) thread.wait();
        }
    }
}
