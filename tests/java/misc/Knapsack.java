// Dynamic programming.
package misc;

import java.util.Arrays;

public class Knapsack {
    public static void main(String[] args) throws Exception {
        int[] weight = {5, 3, 4, 2, 7}, value = {10, 40, 30, 50, 35};
        int[] best = new int[13];
        for (int i = 0; i < 5; i++) for (int w = 12; w >= weight[i]; w--) best[w] = Math.max(best[w], best[w - weight[i]] + value[i]);
        long[] ways = new long[101];
        ways[0] = 1;
        for (int coin : new int[] {1, 5, 10, 25, 50}) for (int i = coin; i <= 100; i++) ways[i] += ways[i - coin];
        System.out.println(Arrays.toString(best) + " " + ways[100]);
    }
}
