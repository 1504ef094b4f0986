// Frequencies and a histogram.
package misc;

public class Caesar {
    public static void main(String[] args) throws Exception {
        int[] h = new int[10];
        for (int i = 1; i < 1000; i++) h[Long.toString(1L << (i % 60)).charAt(0) - 48]++;
        StringBuilder out = new StringBuilder();
        for (int i = 1; i < 10; i++) out.append(i).append(':').append("*".repeat(h[i] / 20)).append(' ');
        System.out.println(out);
    }
}
