// What a thread says of itself: states, names, priorities, equality, handlers.
package threads;

import java.util.concurrent.locks.LockSupport;

public class States {
    static void until(Thread thread, Thread.State state) {
        while (thread.getState() != state) Thread.yield();
        System.out.println(thread.getName() + " " + state);
    }

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Thread parked = new Thread(() -> { while (!Thread.interrupted()) LockSupport.park(lock); }, "parked");
        System.out.println(parked.getState() + " " + parked.isAlive() + " " + parked.getPriority() + " " + parked.isDaemon());
        parked.start();
        until(parked, Thread.State.WAITING);
        System.out.println(LockSupport.getBlocker(parked).equals(lock));
        parked.interrupt();
        parked.join();
        until(parked, Thread.State.TERMINATED);
        Thread sleeping = new Thread(() -> {
            try {
                Thread.sleep(1_000_000);
            } catch (InterruptedException exception) {
                System.out.println(exception.getMessage());
            }
        }, "sleeping");
        sleeping.start();
        until(sleeping, Thread.State.TIMED_WAITING);
        sleeping.interrupt();
        sleeping.join();
        Thread blocked = new Thread(() -> { synchronized (lock) { System.out.println("in"); } }, "blocked");
        synchronized (lock) {
            blocked.start();
            until(blocked, Thread.State.BLOCKED);
            System.out.println(Thread.holdsLock(lock));
        }
        blocked.join(1_000);
        System.out.println(Thread.holdsLock(lock) + " " + blocked.isAlive());
        Thread failing = new Thread(() -> { throw new IllegalStateException("mine"); }, "failing");
        failing.setUncaughtExceptionHandler((thread, thrown) -> System.out.println(thread.getName() + " died of " + thrown.getMessage()));
        failing.setPriority(Thread.MAX_PRIORITY);
        failing.start();
        failing.join();
        try {
            failing.start();
        } catch (IllegalThreadStateException exception) {
            System.out.println("started twice");
        }
        try {
            blocked.setPriority(11);
        } catch (IllegalArgumentException exception) {
            System.out.println("no such priority");
        }
        System.out.println(Thread.currentThread().getName() + " " + Thread.currentThread().getState());
    }
}
