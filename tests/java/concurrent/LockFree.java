// A lock-free stack and a spin lock under contention.
package concurrent;

import java.util.concurrent.atomic.AtomicReference;

public class LockFree {
    record Node(int value, Node next) {}
    static final AtomicReference<Node> top = new AtomicReference<>();
    static void push(int value) {
        Node old;
        do { old = top.get(); } while (!top.compareAndSet(old, new Node(value, old)));
    }
    static volatile boolean ready;
    static int data;

    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[4];
        for (int t = 0; t < 4; t++) {
            int n = t;
            threads[t] = new Thread(() -> { for (int i = 0; i < 500; i++) push(n * 1000 + i); });
            threads[t].start();
        }
        for (Thread thread : threads) thread.join();
        int count = 0;
        long sum = 0;
        for (Node node = top.get(); node != null; node = node.next()) { count++; sum += node.value(); }
        System.out.println(count + " " + sum);
        Thread spinner = new Thread(() -> { while (!ready) Thread.onSpinWait(); System.out.println(data); });
        spinner.start();
        data = 42;
        ready = true;
        spinner.join();
        Thread yielding = new Thread(() -> { for (int i = 0; i < 10; i++) Thread.yield(); });
        yielding.start();
        yielding.join();
        System.out.println("end");
    }
}
