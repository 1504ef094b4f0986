// Mutual and deep recursion.
package language;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class Recursion {
    static boolean even(int n) { return n == 0 || odd(n - 1); }
    static boolean odd(int n) { return n != 0 && even(n - 1); }
    static int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
    static long fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
    static void hanoi(int n, int[] moves) { if (n == 0) return; hanoi(n - 1, moves); moves[0]++; hanoi(n - 1, moves); }
    static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
    public static void main(String[] args) {
        int[] moves = new int[1];
        hanoi(12, moves);
        System.out.println(even(100) + " " + ackermann(2, 3) + " " + fib(20) + " " + moves[0] + " " + depth(3000));
        List<List<Integer>> permutations = new ArrayList<>();
        permute(new ArrayList<>(List.of(1, 2, 3, 4)), 0, permutations);
        System.out.println(permutations.size() + " " + permutations.get(23));
    }
    static void permute(List<Integer> items, int at, List<List<Integer>> out) {
        if (at == items.size()) { out.add(new ArrayList<>(items)); return; }
        for (int i = at; i < items.size(); i++) {
            Collections.swap(items, at, i);
            permute(items, at + 1, out);
            Collections.swap(items, at, i);
        }
    }
}
