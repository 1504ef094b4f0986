// Integer corner cases.
package numerics;

public class Integers {
    public static void main(String[] args) {
        int[] values = {0, 1, -1, 2, 7, -7, 31, 32, 33, -31, Integer.MAX_VALUE, Integer.MIN_VALUE, 0x55555555};
        long hash = 17;
        for (int a : values) {
            for (int b : values) {
                hash = hash * 31 + (a + b);
                hash = hash * 31 + (a - b);
                hash = hash * 31 + (a * b);
                hash = hash * 31 + (a << b);
                hash = hash * 31 + (a >> b);
                hash = hash * 31 + (a >>> b);
                hash = hash * 31 + ((a & b) ^ (a | ~b));
                if (b != 0) hash = hash * 31 + (a / b) + 7 * (a % b);
            }
            System.out.println(a + " " + hash + " " + -a + " " + Math.abs(a));
        }
        System.out.println(Integer.MIN_VALUE / -1);
        System.out.println(Integer.MIN_VALUE % -1);
        System.out.println((byte) 200 + " " + (short) 70000 + " " + (int) (char) -1 + " " + (byte) 'é');
        int i = 5;
        i += 3.7;
        i <<= 33;
        System.out.println(i);
        byte b = (byte) 127;
        b++;
        System.out.println(b);
        char c = 'a';
        c += 1;
        System.out.println(c++ + c);
        System.out.println(Integer.toBinaryString(-8 >>> 28) + Integer.toHexString(-1) + Integer.toOctalString(8));
        System.out.println(Integer.bitCount(255) + " " + Integer.reverse(1) + " " + Integer.highestOneBit(100) + " " + Integer.numberOfLeadingZeros(1) + " " + Integer.numberOfTrailingZeros(8));
        System.out.println(Integer.parseInt("-80000000", 16) + " " + Integer.parseUnsignedInt("ffffffff", 16) + " " + Integer.toUnsignedString(-1) + " " + Integer.divideUnsigned(-1, 3));
    }
}
