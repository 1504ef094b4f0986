// Two hundred threads.
package threads;

public class ManyThreads {
    public static void main(String[] args) throws Exception {
        Thread[] all = new Thread[200];
        int[] results = new int[200];
        for (int i = 0; i < 200; i++) { int n = i; all[i] = new Thread(() -> results[n] = n * n); all[i].start(); } long sum = 0;
        for (int i = 0; i < 200; i++) { all[i].join(); sum += results[i]; } System.out.println(sum);
    }
}
