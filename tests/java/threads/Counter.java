// Counters with four kinds of protection.
package threads;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

public class Counter {
    public static void main(String[] args) throws Exception {
        int[] plain = new int[1];
        AtomicInteger atomic = new AtomicInteger();
        LongAdder adder = new LongAdder();
        ReentrantLock lock = new ReentrantLock();
        int[] locked = new int[1];
        Runnable r = () -> { for (int i = 0; i < 500; i++) { synchronized (plain) { plain[0]++; } atomic.incrementAndGet(); adder.increment(); lock.lock(); try { locked[0]++; } finally { lock.unlock(); } } };
        Thread[] t = new Thread[3];
        for (int i = 0; i < 3; i++) (t[i] = new Thread(r)).start();
        for (Thread x : t) x.join();
        System.out.println(plain[0] + " " + atomic + " " + adder + " " + locked[0]);
    }
}
