// BigInteger and BigDecimal.
package numerics;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

public class BigNumbers {
    public static void main(String[] args) {
        BigInteger factorial = BigInteger.ONE;
        for (int i = 2; i <= 60; i++) factorial = factorial.multiply(BigInteger.valueOf(i));
        System.out.println(factorial);
        System.out.println(factorial.bitLength() + " " + factorial.mod(BigInteger.valueOf(1000003)) + " " + factorial.getLowestSetBit());
        BigInteger p = new BigInteger("170141183460469231731687303715884105727");
        System.out.println(p.isProbablePrime(10) + " " + p.toString(36) + " " + p.modInverse(BigInteger.valueOf(12345)));
        System.out.println(BigInteger.TWO.modPow(new BigInteger("1000000007"), p) + " " + p.sqrt() + " " + p.gcd(factorial));
        System.out.println(p.negate().shiftRight(5) + " " + p.shiftLeft(70).hashCode() + " " + p.xor(factorial).bitCount());
        BigDecimal third = BigDecimal.ONE.divide(BigDecimal.valueOf(3), 30, RoundingMode.HALF_UP);
        System.out.println(third + " " + third.setScale(5, RoundingMode.DOWN) + " " + new BigDecimal("1.10").stripTrailingZeros());
        System.out.println(new BigDecimal(0.1) + " " + new BigDecimal("1E+5").toPlainString() + " " + new BigDecimal("123.456").round(new MathContext(4)));
        System.out.println(new BigDecimal("2.50").equals(new BigDecimal("2.5")) + " " + new BigDecimal("2.50").compareTo(new BigDecimal("2.5")));
        try {
            BigDecimal.ONE.divide(BigDecimal.valueOf(3));
        } catch (ArithmeticException exception) {
            System.out.println(exception.getMessage());
        }
    }
}
