// Two threads take turns, with three mechanisms.
package threads;

import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;

public class PingPong {
    static StringBuffer log = new StringBuffer();
    static boolean ping = true;
    static final Object lock = new Object();
    static void turn(boolean mine, String word) {
        for (int i = 0; i < 5; i++) {
            synchronized (lock) {
                while (ping != mine) try { lock.wait(); } catch (InterruptedException exception) { return; }
                log.append(word);
                ping = !mine;
                lock.notifyAll();
            }
        }
    }
    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> turn(true, "ping ")), b = new Thread(() -> turn(false, "pong "));
        b.start(); a.start(); a.join(); b.join();
        System.out.println(log);
        log.setLength(0);
        Semaphore first = new Semaphore(1), second = new Semaphore(0);
        Thread c = new Thread(() -> { for (int i = 0; i < 4; i++) { first.acquireUninterruptibly(); log.append("a"); second.release(); } });
        Thread d = new Thread(() -> { for (int i = 0; i < 4; i++) { second.acquireUninterruptibly(); log.append("b"); first.release(); } });
        d.start(); c.start(); c.join(); d.join();
        System.out.println(log);
        log.setLength(0);
        SynchronousQueue<String> handOff = new SynchronousQueue<>();
        Thread e = new Thread(() -> { try { for (int i = 0; i < 4; i++) handOff.put("m" + i); } catch (InterruptedException exception) { } });
        e.start();
        for (int i = 0; i < 4; i++) log.append(handOff.take());
        e.join();
        System.out.println(log);
    }
}
