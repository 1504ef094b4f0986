// One virtual thread a task, where the JDK has them; found by reflection, since the suite is compiled for 17.
package executors;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

public class VirtualThreads {
    static boolean isVirtual() {
        try {
            return (Boolean) Thread.class.getMethod("isVirtual").invoke(Thread.currentThread());
        } catch (ReflectiveOperationException exception) {
            return false;
        }
    }

    static ExecutorService executor() throws Exception {
        try {
            Method factory = Executors.class.getMethod("newVirtualThreadPerTaskExecutor");
            return (ExecutorService) factory.invoke(null);
        } catch (NoSuchMethodException exception) {
            return Executors.newCachedThreadPool();
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService executor = executor();
        ReentrantLock lock = new ReentrantLock();
        int[] total = new int[1];
        List<Future<Integer>> futures = new ArrayList<>();
        AtomicInteger virtual = new AtomicInteger();
        for (int i = 0; i < 30; i++) {
            int id = i;
            futures.add(executor.submit(() -> {
                if (isVirtual()) virtual.incrementAndGet();
                Thread.sleep(id % 5);
                lock.lock();
                try {
                    total[0] += id;
                } finally {
                    lock.unlock();
                }
                synchronized (total) {
                    return id * id;
                }
            }));
        }
        int sum = 0;
        for (Future<Integer> future : futures) sum += future.get();
        executor.shutdown();
        System.out.println(sum + " " + total[0] + " " + executor.awaitTermination(60, TimeUnit.SECONDS) + " " + executor.isTerminated() + " " + virtual);
        try {
            Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
            Thread thread = (Thread) start.invoke(null, (Runnable) () -> System.out.println("virtual, daemon: " + Thread.currentThread().isDaemon() + " name: '" + Thread.currentThread().getName() + "'"));
            thread.join();
            System.out.println(thread.getState() + " " + thread.isAlive() + " " + thread.getThreadGroup().getName());
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            type.getMethod("name", String.class, long.class).invoke(builder, "v-", 3L);
            Thread named = (Thread) type.getMethod("unstarted", Runnable.class).invoke(builder, (Runnable) () -> {
                ThreadLocal<String> local = ThreadLocal.withInitial(() -> "fresh");
                System.out.println(Thread.currentThread().getName() + " " + local.get());
            });
            System.out.println(named.getState() + " " + named.getName());
            named.start();
            named.join();
            Thread sleeper = (Thread) type.getMethod("start", Runnable.class).invoke(Thread.class.getMethod("ofVirtual").invoke(null), (Runnable) () -> {
                try {
                    Thread.sleep(100_000);
                } catch (InterruptedException exception) {
                    System.out.println("interrupted " + Thread.currentThread().isInterrupted());
                }
            });
            sleeper.interrupt();
            sleeper.join();
        } catch (NoSuchMethodException exception) {
            System.out.println("no virtual threads here");
        }
    }
}
