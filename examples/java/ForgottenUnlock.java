import java.util.concurrent.locks.ReentrantLock;

// A lock is given back after the work, but not if the work throws: without `finally`, the next one waits for ever.
//
//     raddle check examples/java/ForgottenUnlock.java
//
// Expect: stuck
class ForgottenUnlock {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int left = 1;

    static void take() {
        LOCK.lock();
        if (left == 0) {
            throw new IllegalStateException("nothing is left"); // the lock stays taken
        }
        left--;
        LOCK.unlock();
    }

    static void tryToTake() {
        try {
            take();
        } catch (IllegalStateException nothingLeft) {
            // somebody else was quicker
        }
    }

    public static void main(String[] args) {
        for (int number = 1; number <= 3; number++) {
            new Thread(ForgottenUnlock::tryToTake, "customer " + number).start();
        }
    }
}
