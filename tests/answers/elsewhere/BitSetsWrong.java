// found: race, assertion
// Two bits of one word.
import java.util.*;

public class BitSetsWrong {
    public static void main(String[] args) throws Exception {
        BitSet bits = new BitSet();
        BitSet own = bits;
        Thread other = new Thread(() -> bits.set(1));
        other.start();
        own.set(2);
        other.join();
        bits.or(own);
        assert bits.cardinality() == 2;
    }
}
