// Modular exponentiation and the extended Euclid.
package numerics;

public class Modular {
    public static void main(String[] args) throws Exception {
        long r = 1, b = 7, m = 1_000_000_007L;
        for (int e = 1_000_000; e > 0; e >>= 1) { if ((e & 1) == 1) r = r * b % m; b = b * b % m; } long x0 = 1, x1 = 0, a = 240, c = 46;
        while (c != 0) { long q = a / c, t = a % c; a = c; c = t; t = x0 - q * x1; x0 = x1; x1 = t; } System.out.println(r + " " + a + " " + x0 + " " + Math.floorMod(-17, 5) + " " + (-17 % 5) + " " + Math.ceil(-17 / 5.0));
    }
}
