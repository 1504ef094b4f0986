// Sums of series in float and double.
package numerics;

public class Series {
    public static void main(String[] args) throws Exception {
        double pi = 0;
        float e = 0, f = 1;
        for (int i = 0; i < 1000; i++) pi += (i % 2 == 0 ? 4.0 : -4.0) / (2 * i + 1);
        for (int i = 1; i < 15; i++) { e += f; f /= i; } double harmonic = 0;
        for (int i = 1; i <= 1000; i++) harmonic += 1.0 / i;
        System.out.println(pi + " " + e + " " + harmonic + " " + (float) harmonic + " " + (0.1f + 0.2) + " " + 1.1f * 1.1);
    }
}
