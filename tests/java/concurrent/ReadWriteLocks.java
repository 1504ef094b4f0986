// ReentrantReadWriteLock: sharing, reentrance, downgrading, counts, and what it refuses.
package concurrent;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadWriteLocks {
    public static void main(String[] args) throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);
        lock.readLock().lock();
        lock.readLock().lock();
        System.out.println(lock.getReadLockCount() + " " + lock.getReadHoldCount() + " " + lock.writeLock().tryLock() + " " + lock.isFair());
        lock.readLock().unlock();
        lock.readLock().unlock();
        lock.writeLock().lock();
        lock.readLock().lock();
        lock.writeLock().unlock();
        System.out.println(lock.isWriteLocked() + " " + lock.getReadLockCount());
        boolean[] tried = new boolean[2];
        Thread other = new Thread(() -> {
            try {
                tried[0] = lock.writeLock().tryLock(1, TimeUnit.MILLISECONDS);
                tried[1] = lock.readLock().tryLock();
                lock.readLock().unlock();
            } catch (InterruptedException exception) {
                System.out.println("interrupted");
            }
        });
        other.start();
        other.join();
        lock.readLock().unlock();
        System.out.println(tried[0] + " " + tried[1]);
        int[] shared = new int[1];
        CountDownLatch done = new CountDownLatch(4);
        for (int i = 0; i < 4; i++) {
            int id = i;
            new Thread(() -> {
                for (int k = 0; k < 25; k++) {
                    if (id % 2 == 0) {
                        lock.writeLock().lock();
                        try {
                            shared[0]++;
                        } finally {
                            lock.writeLock().unlock();
                        }
                    } else {
                        lock.readLock().lock();
                        try {
                            if (shared[0] > 50) System.out.println("too many");
                        } finally {
                            lock.readLock().unlock();
                        }
                    }
                }
                done.countDown();
            }).start();
        }
        done.await();
        System.out.println(shared[0] + " " + lock.hasQueuedThreads() + " " + lock.getQueueLength());
        try {
            lock.writeLock().unlock();
        } catch (IllegalMonitorStateException exception) {
            System.out.println(exception.getMessage());
        }
        try {
            lock.readLock().newCondition();
        } catch (UnsupportedOperationException exception) {
            System.out.println("readers have no conditions");
        }
    }
}
