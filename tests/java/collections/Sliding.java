// A sliding-window maximum with a deque.
package collections;

import java.util.ArrayDeque;
import java.util.Deque;

public class Sliding {
    public static void main(String[] args) throws Exception {
        int[] a = {1, 3, -1, -3, 5, 3, 6, 7};
        Deque<Integer> window = new ArrayDeque<>();
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < a.length; i++) { while (!window.isEmpty() && a[window.peekLast()] <= a[i]) window.pollLast(); window.addLast(i); if (window.peekFirst() <= i - 3) window.pollFirst(); if (i >= 2) out.append(a[window.peekFirst()]).append(' '); } System.out.println(out);
    }
}
