// Formatting and parsing of dates.
package time;

import java.text.SimpleDateFormat;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;

public class DateFormats {
    public static void main(String[] args) throws Exception {
        LocalDateTime time = LocalDateTime.of(2023, 12, 5, 9, 7, 3);
        System.out.println(time.format(DateTimeFormatter.ISO_LOCAL_DATE_TIME) + " " + time.format(DateTimeFormatter.ofPattern("dd/MM/yyyy HH:mm:ss")));
        System.out.println(time.format(DateTimeFormatter.ofPattern("EEEE, d MMMM uuuu h:mm a", Locale.ENGLISH)));
        System.out.println(LocalDate.parse("05-Dec-2023", DateTimeFormatter.ofPattern("dd-MMM-yyyy", Locale.ENGLISH)));
        System.out.println(DateTimeFormatter.ISO_INSTANT.format(Instant.ofEpochMilli(1234567890123L)) + " " + DateTimeFormatter.BASIC_ISO_DATE.format(time));
        SimpleDateFormat old = new SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ss.SSS", Locale.ROOT);
        old.setTimeZone(TimeZone.getTimeZone("UTC"));
        System.out.println(old.format(new Date(1700000000123L)) + " " + old.parse("2020-01-01T00:00:00.000").getTime());
        Calendar calendar = new GregorianCalendar(2024, Calendar.FEBRUARY, 28);
        calendar.add(Calendar.DAY_OF_MONTH, 2);
        System.out.println(calendar.get(Calendar.MONTH) + "/" + calendar.get(Calendar.DAY_OF_MONTH) + " " + calendar.getActualMaximum(Calendar.DAY_OF_MONTH));
        System.out.println(DateTimeFormatter.ofPattern("QQQ w").format(time.toLocalDate()) .length() > 0);
    }
}
