// Arithmetic-heavy loops: CRC, FNV, a linear congruence, a sieve.
package numerics;

public class Hashes {
    public static void main(String[] args) {
        int crc = -1;
        for (byte b : "The quick brown fox".getBytes()) {
            crc ^= b & 255;
            for (int k = 0; k < 8; k++) crc = (crc >>> 1) ^ (0xEDB88320 & -(crc & 1));
        }
        System.out.println(Integer.toHexString(~crc));
        long fnv = 0xcbf29ce484222325L;
        for (int i = 0; i < 1000; i++) {
            fnv ^= i;
            fnv *= 0x100000001b3L;
        }
        System.out.println(fnv);
        boolean[] composite = new boolean[10000];
        int primes = 0;
        for (int i = 2; i < composite.length; i++) {
            if (composite[i]) continue;
            primes++;
            for (long j = (long) i * i; j < composite.length; j += i) composite[(int) j] = true;
        }
        System.out.println(primes);
        java.util.zip.CRC32 check = new java.util.zip.CRC32();
        check.update("hello".getBytes());
        System.out.println(check.getValue());
    }
}
