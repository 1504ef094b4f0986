// A volatile flag ends a loop.
package threads;

public class Visibility {
    static volatile boolean stop;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { long n = 0; while (!stop) n++; System.out.println(n >= 0); });
        t.start();
        Thread.sleep(5);
        stop = true;
        t.join();
        System.out.println("joined");
    }
}
