// Loops over longs and with several exits.
package language;

public class LongLoops {
    public static void main(String[] args) throws Exception {
        long sum = 0;
        for (long i = Integer.MAX_VALUE; i < Integer.MAX_VALUE + 10L; i += 3) sum += i;
        int k = 0;
        while (true) { if (++k > 100) break; if (k % 7 != 0) continue; sum -= k; } System.out.println(sum + " " + k);
    }
}
