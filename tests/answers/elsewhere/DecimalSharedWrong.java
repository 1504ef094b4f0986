// found: race, assertion, exception
// A DecimalFormat keeps its digits while it formats.
import java.text.*;
import java.util.*;

public class DecimalSharedWrong {
    static volatile String theirs;
    public static void main(String[] args) throws Exception {
        DecimalFormat format = new DecimalFormat("0.00", DecimalFormatSymbols.getInstance(Locale.ROOT));
        Thread other = new Thread(() -> theirs = format.format(1.25));
        other.start();
        String mine;
        mine = format.format(77.5);
        other.join();
        assert mine.equals("77.50") && theirs.equals("1.25") : mine + theirs;
    }
}
