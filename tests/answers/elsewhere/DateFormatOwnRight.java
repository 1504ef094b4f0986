// proved
// Each thread has a format of its own; what they share is the JDK's.
import java.text.SimpleDateFormat;
import java.util.*;

public class DateFormatOwnRight {
    static SimpleDateFormat make() {
        SimpleDateFormat format = new SimpleDateFormat("yyyy", Locale.ROOT);
        format.setTimeZone(TimeZone.getTimeZone("UTC"));
        return format;
    }
    public static void main(String[] args) throws Exception {
        SimpleDateFormat mine = make(), others = make();
        String[] got = new String[1];
        Thread other = new Thread(() -> got[0] = others.format(new Date(0)));
        other.start();
        assert mine.format(new Date(0)).equals("1970");
        other.join();
        assert got[0].equals("1970");
    }
}
