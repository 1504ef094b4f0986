// Interrupting sleeps, waits and parks.
package threads;

import java.util.concurrent.locks.LockSupport;

public class Interrupts {
    public static void main(String[] args) throws Exception {
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(100000);
            } catch (InterruptedException exception) {
                System.out.println("sleep " + exception.getMessage() + " " + Thread.currentThread().isInterrupted());
            }
        });
        sleeper.start();
        sleeper.interrupt();
        sleeper.join();
        Object lock = new Object();
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException exception) {
                    System.out.println("wait interrupted " + Thread.holdsLock(lock));
                }
            }
        });
        waiter.start();
        waiter.interrupt();
        waiter.join();
        Thread.currentThread().interrupt();
        System.out.println(Thread.currentThread().isInterrupted() + " " + Thread.interrupted() + " " + Thread.interrupted());
        Thread parked = new Thread(() -> { LockSupport.park(); System.out.println("unparked " + Thread.interrupted()); });
        parked.start();
        parked.interrupt();
        parked.join();
        Thread.currentThread().interrupt();
        try {
            Thread.sleep(10);
        } catch (InterruptedException exception) {
            System.out.println("at once");
        }
        Thread joiner = new Thread(() -> {
            Thread never = new Thread(() -> { try { Thread.sleep(1500); } catch (InterruptedException exception) { } });
            never.start();
            try {
                never.join();
            } catch (InterruptedException exception) {
                System.out.println("join interrupted");
            }
        });
        joiner.start();
        Thread.sleep(10);
        joiner.interrupt();
        joiner.join();
    }
}
