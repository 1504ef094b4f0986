// A sieve and a segmented count.
package misc;

import java.math.BigInteger;
import java.util.BitSet;

public class Primes {
    public static void main(String[] args) throws Exception {
        BitSet composite = new BitSet(20000);
        int count = 0, last = 0;
        for (int i = 2; i < 20000; i++) if (!composite.get(i)) { count++; last = i; for (int j = i * 2; j < 20000; j += i) composite.set(j); } System.out.println(count + " " + last + " " + BigInteger.valueOf(last).nextProbablePrime());
    }
}
