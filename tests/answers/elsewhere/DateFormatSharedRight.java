// proved
// A DateTimeFormatter never changes.
import java.text.*;
import java.time.*;
import java.time.format.*;
import java.util.*;

public class DateFormatSharedRight {
    static volatile String theirs;
    public static void main(String[] args) throws Exception {
        DateTimeFormatter format = DateTimeFormatter.ofPattern("yyyy", Locale.ROOT);
        Thread other = new Thread(() -> theirs = format.format(LocalDate.of(1970, 1, 1)));
        other.start();
        String mine = format.format(LocalDate.of(1971, 1, 1));
        other.join();
        assert theirs.equals("1970") && mine.equals("1971");
    }
}
