// Phasers with phases of their own, tiers, and termination; exchangers in a chain.
package concurrent;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicIntegerArray;

public class Phasers {
    public static void main(String[] args) throws Exception {
        StringBuilder log = new StringBuilder();
        Phaser phaser = new Phaser(3) {
            @Override
            protected boolean onAdvance(int phase, int parties) {
                log.append(phase).append('/').append(parties).append(' ');
                return phase == 2 || parties == 0;
            }
        };
        AtomicIntegerArray done = new AtomicIntegerArray(4);
        Thread[] threads = new Thread[3];
        for (int i = 0; i < 3; i++) {
            threads[i] = new Thread(() -> {
                int phase;
                while ((phase = phaser.arriveAndAwaitAdvance()) >= 0) done.incrementAndGet(phase);
            });
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        System.out.println(log + "" + done + " " + phaser.isTerminated() + " " + (phaser.getPhase() < 0));
        Phaser root = new Phaser();
        Phaser left = new Phaser(root, 2), right = new Phaser(root, 1);
        System.out.println(root.getRegisteredParties() + " " + left.arrive() + " " + left.getUnarrivedParties() + " " + right.arrive() + " " + root.getPhase());
        System.out.println(left.arrive() + " " + root.getPhase() + " " + left.getPhase() + " " + right.getRoot().equals(root) + " " + left.getParent().equals(root));
        System.out.println(right.bulkRegister(2) + " " + right.getRegisteredParties() + " " + right.arriveAndDeregister() + " " + right.getRegisteredParties());
        try {
            root.awaitAdvanceInterruptibly(root.getPhase(), 1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException exception) {
            System.out.println("timeout");
        }
        root.forceTermination();
        System.out.println(left.isTerminated() + " " + left.register());
        Exchanger<String> exchanger = new Exchanger<>();
        ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();
        Thread partner = new Thread(() -> {
            try {
                String mine = "p";
                for (int i = 0; i < 5; i++) mine = exchanger.exchange(mine + i);
                seen.add(mine);
            } catch (InterruptedException exception) {
                System.out.println("interrupted");
            }
        });
        partner.start();
        String mine = "m";
        for (int i = 0; i < 5; i++) mine = exchanger.exchange(mine + i);
        partner.join();
        System.out.println(mine + " " + seen);
        try {
            exchanger.exchange("alone", 1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException exception) {
            System.out.println("nobody came");
        }
    }
}
