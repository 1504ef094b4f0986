// Loops over int, long and double: remainders, shifts, divisions.
public class Arithmetic {
    static int primes(int limit) {
        int count = 0;
        for (int n = 2; n < limit; n++) {
            boolean prime = true;
            for (int d = 2; d * d <= n; d++) {
                if (n % d == 0) {
                    prime = false;
                    break;
                }
            }
            if (prime) count++;
        }
        return count;
    }

    static long mix(int rounds) {
        long state = 0x9E3779B97F4A7C15L;
        for (int i = 0; i < rounds; i++) {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
            state += i;
        }
        return state;
    }

    static double series(int terms) {
        double sum = 0;
        for (int k = 0; k < terms; k++) sum += (k % 2 == 0 ? 1.0 : -1.0) / (2 * k + 1);
        return sum * 4;
    }

    public static void main(String[] args) {
        System.out.println(primes(120_000) + " " + mix(2_000_000) + " " + series(2_000_000));
    }
}
