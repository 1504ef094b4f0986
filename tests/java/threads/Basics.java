// Start, join, names, states, daemons.
package threads;

public class Basics {
    public static void main(String[] args) throws Exception {
        int[] box = new int[1];
        Thread thread = new Thread(() -> box[0] = 5, "worker");
        System.out.println(thread.getState() + " " + thread.isAlive() + " " + thread.getName() + " " + thread.isDaemon());
        thread.start();
        thread.join();
        System.out.println(thread.getState() + " " + thread.isAlive() + " " + box[0]);
        try {
            thread.start();
        } catch (IllegalThreadStateException exception) {
            System.out.println("once only");
        }
        System.out.println(Thread.currentThread().getName() + " " + Thread.currentThread().getPriority() + " " + Thread.currentThread().getThreadGroup().getName());
        Thread daemon = new Thread(() -> { while (true) { try { Thread.sleep(1000); } catch (InterruptedException exception) { return; } } });
        daemon.setDaemon(true);
        daemon.start();
        System.out.println(daemon.isDaemon() + " " + daemon.isAlive());
        class Counter extends Thread { int n; @Override public void run() { for (int i = 0; i < 100; i++) n++; } }
        Counter counter = new Counter();
        counter.start();
        counter.join(10000);
        System.out.println(counter.n);
        Thread failing = new Thread(() -> { throw new IllegalStateException("oops"); }, "failing");
        failing.setUncaughtExceptionHandler((t, e) -> System.out.println(t.getName() + " " + e.getMessage()));
        failing.start();
        failing.join();
        ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 1);
        local.set(2);
        Thread other = new Thread(() -> System.out.println("other " + local.get()));
        other.start();
        other.join();
        System.out.println(local.get());
        InheritableThreadLocal<String> inherited = new InheritableThreadLocal<>();
        inherited.set("parent");
        Thread child = new Thread(() -> System.out.println(inherited.get()));
        child.start();
        child.join();
    }
}
