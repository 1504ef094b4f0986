// found: assertion
// Both may give up because of each other.
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.*;

public class TimedBackOffOnceWrong {
    static final Lock left = new ReentrantLock(), right = new ReentrantLock();
    static int moved;

    static void both(Lock first, Lock second) {
        try {
            if (first.tryLock(10, TimeUnit.MILLISECONDS)) {
                try {
                    if (second.tryLock(10, TimeUnit.MILLISECONDS)) {
                        try {
                            moved++;
                        } finally {
                            second.unlock();
                        }
                    }
                } finally {
                    first.unlock();
                }
            }
        } catch (InterruptedException nobody) {
        }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> both(left, right));
        other.start();
        both(right, left);
        other.join();
        assert moved == 2;
    }
}
