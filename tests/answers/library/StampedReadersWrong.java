// found: stuck
// A reader that comes second in its one attempt queues behind a writer, and the first reader waits for it.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.StampedLock;

public class StampedReadersWrong {
    public static void main(String[] args) throws Exception {
        StampedLock lock = new StampedLock();
        CountDownLatch read = new CountDownLatch(1);
        long stamp = lock.readLock();
        new Thread(() -> lock.unlockWrite(lock.writeLock())).start();
        new Thread(() -> lock.unlockRead(lock.readLock())).start();
        new Thread(() -> {
            long own = lock.readLock();
            read.countDown();
            lock.unlockRead(own);
        }).start();
        read.await();
        lock.unlockRead(stamp);
    }
}
