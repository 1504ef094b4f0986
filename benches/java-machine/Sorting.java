// Arrays: a sort by hand, and the library's.
import java.util.Arrays;

public class Sorting {
    static void heapSort(int[] data) {
        for (int root = data.length / 2 - 1; root >= 0; root--) sink(data, root, data.length);
        for (int end = data.length - 1; end > 0; end--) {
            int largest = data[0];
            data[0] = data[end];
            data[end] = largest;
            sink(data, 0, end);
        }
    }

    static void sink(int[] data, int root, int end) {
        int value = data[root];
        while (true) {
            int child = 2 * root + 1;
            if (child >= end) break;
            if (child + 1 < end && data[child + 1] > data[child]) child++;
            if (data[child] <= value) break;
            data[root] = data[child];
            root = child;
        }
        data[root] = value;
    }

    static int[] numbers(int count, int seed) {
        int[] data = new int[count];
        for (int i = 0; i < count; i++) data[i] = seed = seed * 1103515245 + 12345;
        return data;
    }

    public static void main(String[] args) {
        int[] first = numbers(100_000, 1), second = numbers(200_000, 1);
        heapSort(first);
        Arrays.sort(second);
        Integer[] boxed = new Integer[30_000];
        for (int i = 0; i < boxed.length; i++) boxed[i] = second[(i * 7919) % second.length];
        Arrays.sort(boxed);
        System.out.println(first[0] + " " + first[50_000] + " " + second[100_000] + " " + boxed[15_000]);
    }
}
