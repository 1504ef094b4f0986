// found: assertion
// The default time zone, too.
import java.util.*;

public class DefaultTimeZoneWrong {
    public static void main(String[] args) throws Exception {
        Thread setter = new Thread(() -> TimeZone.setDefault(TimeZone.getTimeZone("GMT+2")));
        setter.start();
        int offset = TimeZone.getDefault().getRawOffset();
        setter.join();
        assert offset == 7200000 : offset;
    }
}
