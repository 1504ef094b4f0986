// The methods of java.util.Arrays.
package collections;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;

public class ArraysClass {
    public static void main(String[] args) {
        int[] numbers = new Random(5).ints(200, -1000, 1000).toArray();
        int[] sorted = numbers.clone();
        Arrays.sort(sorted);
        boolean ordered = true;
        for (int i = 1; i < sorted.length; i++) ordered &= sorted[i - 1] <= sorted[i];
        System.out.println(ordered + " " + Arrays.hashCode(sorted) + " " + Arrays.binarySearch(sorted, sorted[77]) + " " + Arrays.stream(sorted).sum());
        Integer[] boxed = Arrays.stream(numbers).boxed().toArray(Integer[]::new);
        Arrays.sort(boxed, Comparator.comparing((Integer x) -> x % 10).thenComparing(Comparator.reverseOrder()));
        System.out.println(Arrays.asList(boxed).subList(0, 8));
        double[] doubles = {3, -0.0, 0.0, Double.NaN, -1};
        Arrays.sort(doubles);
        System.out.println(Arrays.toString(doubles));
        System.out.println(Arrays.toString(Arrays.copyOf(new int[] {1, 2}, 4)) + Arrays.toString(Arrays.copyOfRange("abcdef".toCharArray(), 2, 4)));
        char[] filled = new char[5];
        Arrays.fill(filled, 1, 3, 'x');
        System.out.println(Arrays.equals(filled, new char[] {0, 'x', 'x', 0, 0}) + " " + Arrays.compare(new int[] {1, 2}, new int[] {1, 3}) + " " + Arrays.mismatch(new byte[] {1, 2, 3}, new byte[] {1, 2, 4}));
        Arrays.setAll(numbers, i -> i * i);
        Arrays.parallelPrefix(numbers, Integer::sum);
        System.out.println(numbers[10] + " " + Arrays.deepEquals(new Object[] {new int[] {1}}, new Object[] {new int[] {1}}));
        String[] words = {"b", "A", "c"};
        Arrays.sort(words, String.CASE_INSENSITIVE_ORDER);
        System.out.println(String.join("", words));
        System.arraycopy(numbers, 0, numbers, 5, 10);
        System.out.println(numbers[14] + " " + numbers[5]);
    }
}
