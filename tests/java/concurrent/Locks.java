// ReentrantLock, conditions, read-write locks, stamped locks.
package concurrent;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

public class Locks {
    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock(true);
        Condition changed = lock.newCondition();
        int[] state = new int[1];
        Thread waiter = new Thread(() -> {
            lock.lock();
            try {
                while (state[0] == 0) changed.await();
                state[0] = 2;
                changed.signalAll();
            } catch (InterruptedException exception) {
                System.out.println("no");
            } finally {
                lock.unlock();
            }
        });
        waiter.start();
        lock.lock();
        try {
            state[0] = 1;
            changed.signal();
            while (state[0] != 2) changed.await();
            System.out.println(state[0] + " " + lock.isHeldByCurrentThread() + " " + lock.getHoldCount());
            System.out.println(changed.await(10, TimeUnit.MILLISECONDS) + " " + (changed.awaitNanos(1000) <= 0));
        } catch (AssertionError error) {
            System.out.println(error);
        } finally {
            lock.unlock();
        }
        waiter.join();
        System.out.println(lock.tryLock() + " " + lock.isLocked());
        Thread blocked = new Thread(() -> { try { System.out.println(lock.tryLock() + " " + lock.tryLock(10, TimeUnit.MILLISECONDS)); } catch (InterruptedException exception) { } });
        blocked.start();
        blocked.join();
        lock.unlock();
        try {
            lock.unlock();
        } catch (IllegalMonitorStateException exception) {
            System.out.println("not held");
        }
        ReentrantReadWriteLock readWrite = new ReentrantReadWriteLock();
        readWrite.readLock().lock();
        readWrite.readLock().lock();
        System.out.println(readWrite.getReadLockCount() + " " + readWrite.writeLock().tryLock() + " " + readWrite.getReadHoldCount());
        readWrite.readLock().unlock();
        readWrite.readLock().unlock();
        readWrite.writeLock().lock();
        readWrite.readLock().lock();
        readWrite.writeLock().unlock();
        System.out.println(readWrite.isWriteLocked() + " " + readWrite.getReadLockCount());
        StampedLock stamped = new StampedLock();
        long optimistic = stamped.tryOptimisticRead();
        System.out.println(stamped.validate(optimistic));
        long write = stamped.writeLock();
        System.out.println(stamped.validate(optimistic) + " " + stamped.isWriteLocked() + " " + stamped.tryReadLock());
        stamped.unlockWrite(write);
        long read = stamped.readLock();
        long converted = stamped.tryConvertToWriteLock(read);
        System.out.println(converted != 0);
        stamped.unlock(converted);
    }
}
