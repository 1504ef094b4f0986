// Two threads meet in one initialiser.
package initialization;

public class Threads {
    static class Slow {
        static int value;
        static { try { Thread.sleep(20); } catch (InterruptedException exception) { } value = 9; }
    }

    public static void main(String[] args) throws Exception {
        int[] seen = new int[3];
        Thread[] threads = new Thread[3];
        for (int i = 0; i < 3; i++) {
            int n = i;
            threads[i] = new Thread(() -> seen[n] = Slow.value);
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        System.out.println(seen[0] + " " + seen[1] + " " + seen[2]);
    }
}
