// proved
// Two bit sets, joined afterwards.
import java.util.*;

public class BitSetsRight {
    public static void main(String[] args) throws Exception {
        BitSet bits = new BitSet();
        BitSet own = new BitSet();
        Thread other = new Thread(() -> bits.set(1));
        other.start();
        own.set(2);
        other.join();
        bits.or(own);
        assert bits.cardinality() == 2;
    }
}
