// proved
// Under a lock nobody gets in between.
import java.text.*;
import java.util.*;

public class DecimalSharedRight {
    static volatile String theirs;
    public static void main(String[] args) throws Exception {
        DecimalFormat format = new DecimalFormat("0.00", DecimalFormatSymbols.getInstance(Locale.ROOT));
        Thread other = new Thread(() -> { synchronized (format) { theirs = format.format(1.25); } });
        other.start();
        String mine;
        synchronized (format) { mine = format.format(77.5); }
        other.join();
        assert mine.equals("77.50") && theirs.equals("1.25") : mine + theirs;
    }
}
