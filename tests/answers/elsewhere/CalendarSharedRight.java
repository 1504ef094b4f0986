// proved
// Each thread has its own.
import java.util.*;

public class CalendarSharedRight {
    public static void main(String[] args) throws Exception {
        Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone("UTC"));
        calendar.setTimeInMillis(0);
        Calendar own = (Calendar) calendar.clone();
        Thread other = new Thread(() -> calendar.add(Calendar.DAY_OF_MONTH, 40));
        other.start();
        int year = own.get(Calendar.YEAR), month = own.get(Calendar.MONTH);
        other.join();
        assert year == 1970 && month == 0;
    }
}
