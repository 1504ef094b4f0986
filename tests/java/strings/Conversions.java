// Numbers to text and back.
package strings;

public class Conversions {
    public static void main(String[] args) {
        for (int radix : new int[] {2, 8, 10, 16, 36}) System.out.print(Integer.toString(-123456, radix) + " " + Long.toString(Long.MAX_VALUE, radix) + " " + Integer.parseInt("-101", radix) + " ");
        System.out.println();
        double[] doubles = {1, 0.1, 1.0 / 3, 1e21, 1e-7, 123456789012345680.0, 4.9e-324, 1.7976931348623157e308, 100, 1e16, 12345.678};
        for (double d : doubles) System.out.print(d + " " + Double.toString(-d) + " " + Double.parseDouble(Double.toString(d)) + " ");
        System.out.println();
        for (float f : new float[] {1, 0.1f, 1f / 3, 3.4e38f, 1e-10f, 16777216, 33554432}) System.out.print(f + " " + Float.parseFloat(Float.toString(f)) + " ");
        System.out.println();
        System.out.println(Boolean.parseBoolean("TRUE") + " " + Boolean.parseBoolean("yes") + " " + Byte.parseByte("-128") + " " + Short.parseShort("32767") + " " + Character.forDigit(11, 16) + Character.digit('z', 36));
        System.out.println(Integer.toHexString(0xCAFE) + Long.toOctalString(64) + Integer.toUnsignedString(-2) + Long.parseUnsignedLong("18446744073709551615") + " " + Double.toHexString(1.5) + " " + Float.intBitsToFloat(0x40490fdb));
        System.out.println(String.valueOf(1.0f) + 1e10f + (double) 1.1f + (float) 1e-50 + (int) 3.99e9 + (long) Float.NaN);
    }
}
