// proved
// A thread whose run takes a lock waits for it.
public class SynchronizedRunRight extends Thread {
    static int count;

    @Override
    public synchronized void run() {
        count++;
    }

    public static void main(String[] args) throws Exception {
        Thread thread = new SynchronizedRunRight();
        synchronized (thread) {
            thread.start();
            count++;
        }
        thread.join();
        assert count == 2;
    }
}
