// NaN, infinities, signed zeros, conversions, remainders.
package numerics;

public class Floats {
    public static void main(String[] args) {
        double[] doubles = {0.0, -0.0, 1.5, -2.5, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, Double.MAX_VALUE, 1e300, 4.9e15};
        for (double a : doubles) {
            System.out.println(a + " " + (int) a + " " + (long) a + " " + (float) a + " " + (char) a + " " + (byte) a);
            for (double b : doubles) {
                System.out.print((a < b) + "" + (a <= b) + (a == b) + (a != b) + (a > b) + Double.compare(a, b) + " " + a % b + " " + a / b + ";");
            }
            System.out.println();
        }
        float[] floats = {0f, -0f, 1.1f, Float.NaN, Float.MAX_VALUE, Float.MIN_VALUE, 16777217f};
        for (float a : floats) {
            System.out.println(a + " " + (int) a + " " + (long) a + " " + (double) a + " " + Float.floatToIntBits(a) + " " + (a * a) + " " + (a % 0.3f));
        }
        System.out.println(0.1 + 0.2);
        System.out.println(0.1f + 0.2f);
        System.out.println(100.0 / 3 + " " + 1e7 + " " + 1e-3 + " " + 9.999e-4 + " " + 123456789.0 + " " + 1.0E21);
        System.out.println(2e-3f + " " + 1e10f + " " + 3.4028235e38f + " " + 1.17549435E-38f);
        System.out.println(Double.parseDouble("1e-400") + " " + Double.parseDouble("0x1.8p1") + " " + Double.valueOf("-Infinity"));
        System.out.println(Double.toHexString(0.1) + " " + Double.doubleToLongBits(-0.0));
        System.out.println(Math.round(2.5) + " " + Math.round(-2.5) + " " + Math.rint(2.5) + " " + Math.floor(-0.5) + " " + Math.ceil(-0.5));
        System.out.println(Math.min(-0.0, 0.0) + " " + Math.max(Double.NaN, 1) + " " + Math.signum(-3.0) + " " + Math.ulp(1.0) + " " + Math.nextUp(1f));
    }
}
