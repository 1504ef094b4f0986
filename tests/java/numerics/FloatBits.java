// Bits of floats, subnormals, ulps.
package numerics;

public class FloatBits {
    public static void main(String[] args) throws Exception {
        System.out.println(Float.floatToRawIntBits(1.5f) + " " + Float.intBitsToFloat(1) + " " + Double.longBitsToDouble(0x7ff0000000000000L) + " " + Math.ulp(1e10f) + " " + Math.nextDown(0.0) + " " + Math.getExponent(1e-310) + " " + Float.MIN_NORMAL + " " + Double.isFinite(1 / 0.0) + " " + Float.compare(-0f, 0f) + " " + Double.hashCode(0.5) + " " + Float.hashCode(0.5f) + " " + Double.MIN_VALUE / 2);
    }
}
