// BigInteger and BigDecimal with large operands: the long ways of multiplying and dividing, roots, primes.
package numerics;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

public class BigIntegers {
    public static void main(String[] args) {
        BigInteger factorial = BigInteger.ONE;
        for (int i = 2; i <= 300; i++) factorial = factorial.multiply(BigInteger.valueOf(i));
        System.out.println(factorial.toString().length() + " " + factorial.bitLength() + " " + factorial.getLowestSetBit() + " " + factorial.mod(BigInteger.valueOf(1_000_003)));
        BigInteger large = BigInteger.TWO.pow(6000).subtract(BigInteger.ONE), other = BigInteger.valueOf(3).pow(3000);
        BigInteger[] parts = large.multiply(other).add(BigInteger.TEN).divideAndRemainder(other);
        System.out.println(parts[0].equals(large) + " " + parts[1] + " " + large.multiply(large).bitCount() + " " + large.hashCode());
        System.out.println(BigInteger.valueOf(7).modPow(new BigInteger("123456789012345678901234567890"), BigInteger.valueOf(1009)) + " " + BigInteger.valueOf(3).modInverse(BigInteger.valueOf(11)) + " " + other.sqrt().bitLength() + " " + large.gcd(other));
        System.out.println(new BigInteger("170141183460469231731687303715884105727").isProbablePrime(20) + " " + BigInteger.valueOf(1000).nextProbablePrime() + " " + new BigInteger("-ff", 16) + " " + BigInteger.valueOf(-5).shiftRight(1) + " " + BigInteger.valueOf(-5).and(BigInteger.valueOf(12)) + " " + BigInteger.valueOf(255).toString(2));
        System.out.println(BigInteger.valueOf(Long.MAX_VALUE).add(BigInteger.ONE).longValue() + " " + new BigInteger(1, new byte[] {-1, 0}) + " " + BigInteger.valueOf(-129).toByteArray().length + " " + factorial.doubleValue() + " " + BigInteger.valueOf(12).floatValue());
        try {
            BigInteger.valueOf(Long.MAX_VALUE).add(BigInteger.ONE).longValueExact();
        } catch (ArithmeticException exception) {
            System.out.println(exception.getMessage());
        }
        BigDecimal third = BigDecimal.ONE.divide(BigDecimal.valueOf(3), 30, RoundingMode.HALF_EVEN);
        System.out.println(third + " " + new BigDecimal("2").sqrt(new MathContext(40)) + " " + new BigDecimal("1e-7").toPlainString() + " " + new BigDecimal("12300").stripTrailingZeros() + " " + new BigDecimal("1.10").equals(new BigDecimal("1.1")) + " " + new BigDecimal("-2.5").setScale(0, RoundingMode.HALF_DOWN));
        System.out.println(new BigDecimal(0.1) + " " + new BigDecimal("123.456").precision() + " " + new BigDecimal("123.456").unscaledValue() + " " + new BigDecimal("10").remainder(new BigDecimal("3.3")) + " " + new BigDecimal("1.23E+5").toEngineeringString());
        try {
            BigDecimal.ONE.divide(BigDecimal.valueOf(3));
        } catch (ArithmeticException exception) {
            System.out.println(exception.getMessage());
        }
    }
}
