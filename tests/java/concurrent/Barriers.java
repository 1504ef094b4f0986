// Rounds in step.
package concurrent;

import java.util.Arrays;
import java.util.concurrent.CyclicBarrier;

public class Barriers {
    public static void main(String[] args) throws Exception {
        int[][] seen = new int[3][4];
        CyclicBarrier barrier = new CyclicBarrier(3);
        Thread[] t = new Thread[3];
        int[] round = new int[1];
        for (int i = 0; i < 3; i++) { int n = i; (t[i] = new Thread(() -> { try { for (int k = 0; k < 4; k++) { seen[n][k] = k; barrier.await(); for (int[] row : seen) if (row[k] != k) System.out.println("out of step"); barrier.await(); } } catch (Exception e) { System.out.println(e); } })).start(); } for (Thread x : t) x.join();
        System.out.println(Arrays.deepToString(seen));
    }
}
