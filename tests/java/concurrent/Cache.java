// A cache behind a read-write lock, and one with computeIfAbsent.
package concurrent;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class Cache {
    static final ReadWriteLock lock = new ReentrantReadWriteLock();
    static final Map<Integer, Integer> guarded = new HashMap<>();
    static int get(int key) {
        lock.readLock().lock();
        try { Integer known = guarded.get(key); if (known != null) return known; } finally { lock.readLock().unlock(); }
        lock.writeLock().lock();
        try { return guarded.computeIfAbsent(key, k -> k * k); } finally { lock.writeLock().unlock(); }
    }
    public static void main(String[] args) throws Exception {
        AtomicInteger computed = new AtomicInteger();
        ConcurrentHashMap<Integer, Integer> concurrent = new ConcurrentHashMap<>();
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<Long>> sums = new ArrayList<>();
        for (int t = 0; t < 4; t++) sums.add(pool.submit(() -> {
            long sum = 0;
            for (int i = 0; i < 200; i++) sum += get(i % 20) + concurrent.computeIfAbsent(i % 10, k -> computed.incrementAndGet() * 0 + k);
            return sum;
        }));
        long total = 0;
        for (Future<Long> sum : sums) total += sum.get();
        pool.shutdown();
        System.out.println(total + " " + computed + " " + guarded.size());
    }
}
