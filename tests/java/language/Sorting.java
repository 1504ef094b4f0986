// Sorting algorithms written out.
package language;

import java.util.Arrays;

public class Sorting {
    static void quick(int[] a, int low, int high) {
        if (low >= high) return;
        int pivot = a[(low + high) >>> 1], i = low, j = high;
        while (i <= j) {
            while (a[i] < pivot) i++;
            while (a[j] > pivot) j--;
            if (i <= j) { int t = a[i]; a[i++] = a[j]; a[j--] = t; }
        }
        quick(a, low, j);
        quick(a, i, high);
    }
    static int[] merge(int[] a) {
        if (a.length < 2) return a;
        int[] left = merge(Arrays.copyOf(a, a.length / 2)), right = merge(Arrays.copyOfRange(a, a.length / 2, a.length));
        int[] out = new int[a.length];
        for (int i = 0, l = 0, r = 0; i < out.length; i++) out[i] = r >= right.length || l < left.length && left[l] <= right[r] ? left[l++] : right[r++];
        return out;
    }
    static void heap(int[] a) {
        for (int i = a.length / 2 - 1; i >= 0; i--) sift(a, i, a.length);
        for (int end = a.length - 1; end > 0; end--) { int t = a[0]; a[0] = a[end]; a[end] = t; sift(a, 0, end); }
    }
    static void sift(int[] a, int i, int n) {
        for (int child; (child = 2 * i + 1) < n; i = child) {
            if (child + 1 < n && a[child + 1] > a[child]) child++;
            if (a[i] >= a[child]) return;
            int t = a[i]; a[i] = a[child]; a[child] = t;
        }
    }
    public static void main(String[] args) {
        int[] data = new int[500];
        for (int i = 0, x = 1; i < data.length; i++) data[i] = (x = x * 1103515245 + 12345) >> 8;
        int[] expected = data.clone(), q = data.clone(), h = data.clone();
        Arrays.sort(expected);
        quick(q, 0, q.length - 1);
        heap(h);
        System.out.println(Arrays.equals(q, expected) + " " + Arrays.equals(h, expected) + " " + Arrays.equals(merge(data), expected) + " " + expected[250]);
    }
}
