// Running out of memory is an error that can be caught.
package exceptions;

public class Memory {
    public static void main(String[] args) {
        try {
            long[][] chunks = new long[100000][];
            for (int i = 0; i < chunks.length; i++) chunks[i] = new long[100_000_000];
            System.out.println("never");
        } catch (OutOfMemoryError error) {
            System.out.println("caught " + error.getMessage());
        }
        StringBuilder garbage = new StringBuilder();
        int total = 0;
        for (int i = 0; i < 200000; i++) {
            int[] array = new int[100];
            array[i % 100] = i;
            total += array[i % 100] & 1;
        }
        System.out.println(total);
    }
}
