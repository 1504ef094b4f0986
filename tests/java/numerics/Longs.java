// Long corner cases.
package numerics;

public class Longs {
    public static void main(String[] args) {
        long[] values = {0, 1, -1, 63, 64, 65, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 32, -(1L << 31), 0x123456789ABCDEFL};
        long hash = 1;
        for (long a : values) {
            for (long b : values) {
                hash = hash * 131 + (a + b) - (a * b);
                hash = hash * 131 + (a << b) + (a >> b) + (a >>> b);
                hash = hash * 131 + ((a & b) | (a ^ b));
                hash = hash * 131 + Long.compare(a, b);
                if (b != 0) hash = hash * 131 + a / b + a % b;
            }
            System.out.println(a + " " + hash + " " + (int) a + " " + (float) a + " " + (double) a);
        }
        System.out.println(Long.MIN_VALUE / -1 + " " + Long.MIN_VALUE % -1);
        System.out.println(Long.toHexString(Long.MIN_VALUE) + " " + Long.parseLong("-9223372036854775808"));
        System.out.println(Long.toUnsignedString(-1) + " " + Long.remainderUnsigned(-1, 10) + " " + Long.bitCount(-1));
        System.out.println(Math.multiplyHigh(Long.MAX_VALUE, 4) + " " + Math.floorMod(-7L, 3) + " " + Math.floorDiv(-7L, 3L));
        try {
            Math.addExact(Long.MAX_VALUE, 1);
        } catch (ArithmeticException exception) {
            System.out.println(exception.getMessage());
        }
        try {
            System.out.println(1L / 0);
        } catch (ArithmeticException exception) {
            System.out.println(exception.getMessage());
        }
    }
}
