// proved
// It is set before anybody looks.
import java.util.*;

public class DefaultTimeZoneRight {
    public static void main(String[] args) throws Exception {
        Thread setter = new Thread(() -> TimeZone.setDefault(TimeZone.getTimeZone("GMT+2")));
        setter.start();
        setter.join();
        int offset = TimeZone.getDefault().getRawOffset();
        assert offset == 7200000 : offset;
    }
}
