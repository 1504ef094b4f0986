// The waiter looks at the flag, and then waits. A notification between the look and the wait wakes nobody, and the waiter
// waits for ever.
//
//     raddle check examples/java/LostNotify.java
//
// Expect: stuck
class LostNotify {
    static final Object LOCK = new Object();
    static volatile boolean ready;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            ready = true;
            synchronized (LOCK) {
                LOCK.notify();
            }
        }).start();
        if (!ready) { // should be a while, under the lock
            synchronized (LOCK) {
                LOCK.wait();
            }
        }
    }
}
