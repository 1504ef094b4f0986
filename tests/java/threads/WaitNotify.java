// A bounded buffer with wait and notifyAll.
package threads;

import java.util.ArrayDeque;
import java.util.Deque;

public class WaitNotify {
    static final class Buffer {
        private final Deque<Integer> items = new ArrayDeque<>();
        synchronized void put(int value) throws InterruptedException {
            while (items.size() == 3) wait();
            items.addLast(value);
            notifyAll();
        }
        synchronized int take() throws InterruptedException {
            while (items.isEmpty()) wait();
            int value = items.removeFirst();
            notifyAll();
            return value;
        }
    }

    public static void main(String[] args) throws Exception {
        Buffer buffer = new Buffer();
        long[] sums = new long[2];
        Thread producer = new Thread(() -> { try { for (int i = 1; i <= 500; i++) buffer.put(i); } catch (InterruptedException exception) { } });
        Thread[] consumers = new Thread[2];
        for (int c = 0; c < 2; c++) {
            int n = c;
            consumers[c] = new Thread(() -> { try { for (int i = 0; i < 250; i++) sums[n] += buffer.take(); } catch (InterruptedException exception) { } });
            consumers[c].start();
        }
        producer.start();
        producer.join();
        for (Thread consumer : consumers) consumer.join();
        System.out.println(sums[0] + sums[1]);
        Object lock = new Object();
        long start = System.nanoTime();
        synchronized (lock) { lock.wait(20); }
        System.out.println(System.nanoTime() - start >= 20_000_000);
        try {
            synchronized (lock) { lock.wait(-1); }
        } catch (IllegalArgumentException exception) {
            System.out.println(exception.getMessage());
        }
    }
}
