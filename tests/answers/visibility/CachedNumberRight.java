// proved
// What a number knows of itself is computed by whoever asks first, and comes out the same for everybody.
import java.math.BigDecimal;
import java.math.BigInteger;

public class CachedNumberRight {
    static final BigInteger WHOLE = new BigInteger("123456789012345678901234567890");
    static final BigDecimal DECIMAL = new BigDecimal("1.50");

    static int ask() {
        return WHOLE.bitLength() + DECIMAL.toString().length();
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            if (ask() != 101) throw new AssertionError();
        });
        other.start();
        if (ask() != 101) throw new AssertionError();
        other.join();
    }
}
