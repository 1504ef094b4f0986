// The eight queens, with bits.
package language;

public class Queens {
    static int solve(int n, int columns, int left, int right) {
        if (columns == (1 << n) - 1) return 1;
        int count = 0;
        for (int free = ~(columns | left | right) & ((1 << n) - 1); free != 0; free &= free - 1) {
            int bit = free & -free;
            count += solve(n, columns | bit, (left | bit) << 1, (right | bit) >>> 1);
        }
        return count;
    }
    public static void main(String[] args) {
        for (int n = 1; n <= 8; n++) System.out.print(solve(n, 0, 0, 0) + " ");
        System.out.println();
    }
}
