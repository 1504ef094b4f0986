// All modes of StampedLock, and the conversions between them.
package concurrent;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.StampedLock;

public class StampedLocks {
    static final StampedLock lock = new StampedLock();
    static int x = 1, y = 2;

    static int optimistic() {
        long stamp = lock.tryOptimisticRead();
        int sum = x + y;
        if (!lock.validate(stamp)) {
            stamp = lock.readLock();
            try {
                sum = x + y;
            } finally {
                lock.unlockRead(stamp);
            }
        }
        return sum;
    }

    public static void main(String[] args) throws Exception {
        System.out.println(optimistic() + " " + lock.isReadLocked() + lock.isWriteLocked());
        long write = lock.writeLock();
        System.out.println(lock.validate(write) + " " + lock.tryReadLock() + " " + lock.tryWriteLock() + " " + (lock.tryOptimisticRead() == 0) + " " + lock.tryReadLock(1, TimeUnit.MILLISECONDS));
        long down = lock.tryConvertToReadLock(write);
        System.out.println((down != 0) + " " + lock.isReadLocked() + " " + lock.getReadLockCount());
        long second = lock.readLock();
        System.out.println(lock.tryConvertToWriteLock(second) + " " + lock.getReadLockCount());
        lock.unlockRead(second);
        long up = lock.tryConvertToWriteLock(down);
        System.out.println(up != 0);
        lock.unlock(up);
        Thread[] writers = new Thread[3];
        for (int i = 0; i < writers.length; i++) {
            writers[i] = new Thread(() -> {
                for (int k = 0; k < 20; k++) {
                    long stamp = lock.writeLock();
                    x++;
                    y--;
                    lock.unlockWrite(stamp);
                }
            });
            writers[i].start();
        }
        int wrong = 0;
        for (int i = 0; i < 50; i++) if (optimistic() != 3) wrong++;
        for (Thread writer : writers) writer.join();
        System.out.println(wrong + " " + x + " " + y);
        try {
            lock.unlockWrite(5);
        } catch (IllegalMonitorStateException exception) {
            System.out.println("not locked");
        }
        lock.asReadLock().lock();
        System.out.println(lock.asWriteLock().tryLock() + " " + lock.asReadWriteLock().readLock().tryLock());
    }
}
