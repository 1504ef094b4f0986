// Unsigned arithmetic.
package numerics;

public class UnsignedMath {
    public static void main(String[] args) throws Exception {
        System.out.println(Integer.compareUnsigned(-1, 1) + " " + Integer.remainderUnsigned(-7, 5) + " " + Long.divideUnsigned(-1L, 10) + " " + Integer.toUnsignedLong(-5) + " " + Long.compareUnsigned(1, -1) + " " + Long.toUnsignedString(Long.MIN_VALUE, 16) + " " + Byte.toUnsignedInt((byte) -1) + " " + Short.toUnsignedInt((short) -1) + " " + Integer.parseUnsignedInt("4294967295"));
    }
}
