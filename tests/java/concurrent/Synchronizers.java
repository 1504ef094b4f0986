// Latches, barriers, semaphores, phasers, exchangers.
package concurrent;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class Synchronizers {
    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) new Thread(latch::countDown).start();
        latch.await();
        System.out.println(latch.getCount() + " " + latch.await(1, TimeUnit.SECONDS) + " " + new CountDownLatch(1).await(5, TimeUnit.MILLISECONDS));
        AtomicInteger rounds = new AtomicInteger();
        CyclicBarrier barrier = new CyclicBarrier(3, rounds::incrementAndGet);
        Thread[] threads = new Thread[3];
        for (int i = 0; i < 3; i++) {
            threads[i] = new Thread(() -> {
                try {
                    for (int k = 0; k < 4; k++) barrier.await();
                } catch (InterruptedException | BrokenBarrierException exception) {
                    System.out.println(exception);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        System.out.println(rounds + " " + barrier.isBroken() + " " + barrier.getParties());
        Semaphore semaphore = new Semaphore(2);
        semaphore.acquire();
        System.out.println(semaphore.tryAcquire() + " " + semaphore.tryAcquire() + " " + semaphore.availablePermits());
        semaphore.release(5);
        System.out.println(semaphore.drainPermits() + " " + semaphore.tryAcquire(1, TimeUnit.MILLISECONDS));
        Phaser phaser = new Phaser(1);
        List<Integer> phases = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 2; i++) {
            phaser.register();
            new Thread(() -> { phases.add(phaser.arriveAndAwaitAdvance()); phaser.arriveAndDeregister(); }).start();
        }
        System.out.println(phaser.arriveAndAwaitAdvance());
        phaser.arriveAndAwaitAdvance();
        System.out.println(phases + " " + phaser.getPhase() + " " + phaser.getRegisteredParties() + " " + phaser.arriveAndDeregister() + phaser.isTerminated());
        Exchanger<String> exchanger = new Exchanger<>();
        String[] got = new String[1];
        Thread partner = new Thread(() -> { try { got[0] = exchanger.exchange("from partner"); } catch (InterruptedException exception) { } });
        partner.start();
        System.out.println(exchanger.exchange("from main"));
        partner.join();
        System.out.println(got[0]);
    }
}
