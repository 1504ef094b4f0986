// Waits that end by their time.
package threads;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

public class Deadlines {
    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Thread sleeper = new Thread(() -> { try { Thread.sleep(1500); } catch (InterruptedException exception) { } });
        sleeper.start();
        sleeper.join(20);
        System.out.println(sleeper.isAlive());
        synchronized (lock) { lock.wait(15, 500); }
        LockSupport.parkNanos(2_000_000);
        long before = System.nanoTime();
        LockSupport.parkUntil(System.currentTimeMillis() + 10);
        System.out.println(System.nanoTime() - before >= 5_000_000);
        System.out.println(new ArrayBlockingQueue<Integer>(1).poll(5, TimeUnit.MILLISECONDS) + " " + new Semaphore(0).tryAcquire(5, TimeUnit.MILLISECONDS) + " " + new CountDownLatch(1).await(5, TimeUnit.MILLISECONDS));
        try { new Exchanger<String>().exchange("x", 5, TimeUnit.MILLISECONDS); } catch (TimeoutException exception) { System.out.println("alone"); }
        try { new CyclicBarrier(2).await(5, TimeUnit.MILLISECONDS); } catch (TimeoutException exception) { System.out.println("barrier"); }
        try { new FutureTask<>(() -> 1).get(5, TimeUnit.MILLISECONDS); } catch (TimeoutException exception) { System.out.println("future"); }
        LockSupport.unpark(Thread.currentThread());
        LockSupport.park();
        System.out.println("permit used");
        sleeper.join();
    }
}
