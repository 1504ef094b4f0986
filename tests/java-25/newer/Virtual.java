// Virtual threads by their own interface: executors, builders, locks, pinned monitors, thread locals, scoped values.
package newer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

public class Virtual {
    static final ScopedValue<String> USER = ScopedValue.newInstance();

    public static void main(String[] args) throws Exception {
        int sum = 0;
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> futures = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                int id = i;
                futures.add(executor.submit(() -> {
                    Thread.sleep(1);
                    return id * 2;
                }));
            }
            for (Future<Integer> future : futures) sum += future.get();
        }
        System.out.println(sum);
        ReentrantLock lock = new ReentrantLock();
        AtomicInteger inside = new AtomicInteger();
        int[] counter = new int[2];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            threads.add(Thread.ofVirtual().name("worker-", i).start(() -> {
                lock.lock();
                try {
                    counter[0]++;
                } finally {
                    lock.unlock();
                }
                synchronized (counter) {
                    counter[1]++;
                }
                if (Thread.currentThread().isVirtual()) inside.incrementAndGet();
            }));
        }
        for (Thread thread : threads) thread.join();
        System.out.println(counter[0] + " " + counter[1] + " " + inside + " " + threads.get(3).getName() + " " + threads.get(3).getState());
        LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
        Thread taker = Thread.startVirtualThread(() -> {
            try {
                System.out.println("took " + queue.take());
            } catch (InterruptedException exception) {
                System.out.println("interrupted");
            }
        });
        queue.put("it");
        taker.join();
        ScopedValue.where(USER, "outer").run(() -> {
            System.out.print(USER.get() + " ");
            ScopedValue.where(USER, "inner").run(() -> System.out.print(USER.get() + " "));
            System.out.println(USER.get());
        });
        System.out.println(USER.isBound() + " " + USER.orElse("nobody"));
        CountDownLatch latch = new CountDownLatch(1);
        Thread platform = Thread.ofPlatform().daemon().name("platform").start(latch::countDown);
        latch.await();
        platform.join();
        System.out.println(platform.isVirtual() + " " + platform.isDaemon() + " " + Thread.ofVirtual().unstarted(() -> { }).isDaemon());
    }
}
