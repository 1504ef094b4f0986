// Several conditions of one lock: a bounded buffer, timed and uninterruptible waits, signals in order.
package concurrent;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class Conditions {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition notEmpty = lock.newCondition(), notFull = lock.newCondition();
    static final ArrayDeque<Integer> buffer = new ArrayDeque<>();

    static void put(int value) throws InterruptedException {
        lock.lock();
        try {
            while (buffer.size() == 2) notFull.await();
            buffer.add(value);
            notEmpty.signal();
        } finally {
            lock.unlock();
        }
    }

    static int take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (buffer.isEmpty()) notEmpty.await();
            notFull.signal();
            return buffer.remove();
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread producer = new Thread(() -> {
            try {
                for (int i = 0; i < 30; i++) put(i);
            } catch (InterruptedException exception) {
                System.out.println("interrupted");
            }
        });
        producer.start();
        List<Integer> got = new ArrayList<>();
        for (int i = 0; i < 30; i++) got.add(take());
        producer.join();
        System.out.println(got.equals(new ArrayList<>(Collections.nCopies(30, 0))) + " " + got.get(0) + " " + got.get(29) + " " + got.stream().mapToInt(v -> v).sum());
        lock.lock();
        System.out.println(notEmpty.await(2, TimeUnit.MILLISECONDS) + " " + (notEmpty.awaitNanos(1000) <= 0) + " " + lock.getHoldCount() + " " + lock.hasWaiters(notEmpty));
        lock.unlock();
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        Thread[] waiters = new Thread[3];
        for (int i = 0; i < 3; i++) {
            int id = i;
            waiters[i] = new Thread(() -> {
                lock.lock();
                notFull.awaitUninterruptibly();
                order.add(id);
                lock.unlock();
            });
            waiters[i].start();
            while (true) {
                lock.lock();
                int length = lock.getWaitQueueLength(notFull);
                lock.unlock();
                if (length == i + 1) break;
                Thread.yield();
            }
        }
        lock.lock();
        notFull.signalAll();
        lock.unlock();
        for (Thread waiter : waiters) waiter.join();
        System.out.println(order);
        Thread interrupted = new Thread(() -> {
            lock.lock();
            try {
                notEmpty.await();
            } catch (InterruptedException exception) {
                System.out.println("await interrupted, holds the lock: " + lock.isHeldByCurrentThread());
            } finally {
                lock.unlock();
            }
        });
        interrupted.start();
        interrupted.interrupt();
        interrupted.join();
        try {
            notEmpty.signal();
        } catch (IllegalMonitorStateException exception) {
            System.out.println("signal needs the lock");
        }
    }
}
