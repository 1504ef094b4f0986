// Bit manipulation.
package language;

public class BitTricks {
    public static void main(String[] args) {
        for (int x : new int[] {0, 1, -1, 12345, Integer.MIN_VALUE}) {
            System.out.println(Integer.bitCount(x) + " " + Integer.reverse(x) + " " + Integer.rotateLeft(x, 7) + " " + Integer.lowestOneBit(x) + " " + Integer.reverseBytes(x) + " " + (x & -x) + " " + Integer.toBinaryString(x));
        }
        for (long x : new long[] {0, -1, 1L << 40, Long.MIN_VALUE}) {
            System.out.println(Long.numberOfLeadingZeros(x) + " " + Long.numberOfTrailingZeros(x) + " " + Long.reverse(x) + " " + Long.rotateRight(x, 3) + " " + Long.highestOneBit(x));
        }
        int gray = 0;
        for (int i = 0; i < 16; i++) gray = gray * 31 + (i ^ (i >> 1));
        System.out.println(gray + " " + (1 << 31) + " " + (1 << 32) + " " + (1L << 63) + " " + (-1 >>> 1) + " " + (-1L >>> 60));
    }
}
