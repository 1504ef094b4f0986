// Five philosophers with ordered forks.
package concurrent;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

public class Philosophers {
    public static void main(String[] args) throws Exception {
        ReentrantLock[] forks = new ReentrantLock[5];
        for (int i = 0; i < 5; i++) forks[i] = new ReentrantLock();
        AtomicInteger meals = new AtomicInteger();
        Thread[] threads = new Thread[5];
        for (int i = 0; i < 5; i++) {
            ReentrantLock low = forks[Math.min(i, (i + 1) % 5)], high = forks[Math.max(i, (i + 1) % 5)];
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 20; k++) {
                    low.lock();
                    try {
                        high.lock();
                        try { meals.incrementAndGet(); } finally { high.unlock(); }
                    } finally { low.unlock(); }
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        System.out.println(meals);
    }
}
