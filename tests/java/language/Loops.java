// Labelled breaks, nested loops, do-while, and the comma.
package language;

public class Loops {
    public static void main(String[] args) {
        int found = 0;
        outer:
        for (int i = 2; i < 100; i++) {
            for (int j = 2; j * j <= i; j++) {
                if (i % j == 0) continue outer;
            }
            found++;
            if (found == 20) break outer;
        }
        System.out.println(found);
        int n = 27, steps = 0;
        do {
            n = (n & 1) == 0 ? n / 2 : 3 * n + 1;
            steps++;
        } while (n != 1);
        System.out.println(steps);
        for (int i = 0, j = 10; i < j; i += 2, j--) System.out.print(i + ":" + j + " ");
        System.out.println();
        int total = 0;
        for (int[] row : new int[][] {{1, 2}, {3}, {}}) for (int value : row) total += value;
        System.out.println(total);
        block: {
            if (total == 6) break block;
            System.out.println("unreachable");
        }
        long sum = 0;
        for (long value = Integer.MAX_VALUE - 2L; value <= Integer.MAX_VALUE + 2L; value++) sum += value;
        System.out.println(sum);
    }
}
