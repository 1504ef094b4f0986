// found: race, assertion, exception
// A SimpleDateFormat has a calendar in it.
import java.text.*;
import java.time.*;
import java.time.format.*;
import java.util.*;

public class DateFormatSharedWrong {
    static volatile String theirs;
    public static void main(String[] args) throws Exception {
        DateFormat format = new SimpleDateFormat("yyyy", Locale.ROOT);
        Thread other = new Thread(() -> theirs = format.format(new Date(0)));
        other.start();
        String mine = format.format(new Date(1000L * 3600 * 24 * 400));
        other.join();
        assert theirs.equals("1970") && mine.equals("1971");
    }
}
