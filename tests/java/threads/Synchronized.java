// Monitors: mutual exclusion, reentrance, static and instance locks.
package threads;

public class Synchronized {
    private int count;
    private static int total;
    synchronized void bump() { count++; again(); }
    private synchronized void again() { total(); }
    static synchronized void total() { total++; }

    public static void main(String[] args) throws Exception {
        Synchronized shared = new Synchronized();
        Thread[] threads = new Thread[5];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> { for (int k = 0; k < 2000; k++) shared.bump(); });
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        System.out.println(shared.count + " " + total);
        Object lock = new Object();
        synchronized (lock) {
            synchronized (lock) {
                System.out.println(Thread.holdsLock(lock));
            }
            System.out.println(Thread.holdsLock(lock));
        }
        System.out.println(Thread.holdsLock(lock));
        try {
            lock.notify();
        } catch (IllegalMonitorStateException exception) {
            System.out.println(exception.getMessage());
        }
        try {
            synchronized (lock) { throw new RuntimeException("inside"); }
        } catch (RuntimeException exception) {
            System.out.println(Thread.holdsLock(lock));
        }
    }
}
