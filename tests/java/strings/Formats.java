// String.format: every conversion, flags, widths, and its exceptions.
package strings;

import java.util.Calendar;
import java.util.Formatter;
import java.util.GregorianCalendar;
import java.util.IllegalFormatException;
import java.util.Locale;
import java.util.TimeZone;

public class Formats {
    static void attempt(String format, Object... arguments) {
        try {
            System.out.println(String.format(format, arguments));
        } catch (IllegalFormatException exception) {
            System.out.println(exception.getClass().getSimpleName() + ": " + exception.getMessage());
        }
    }

    public static void main(String[] args) {
        attempt("[%5d] [%-5d] [%05d] [%+d] [%(d] [%,d] [% d]", 42, 42, 42, 42, -42, 1234567, 42);
        attempt("%x %X %#x %o %#o %h %c %C %b %B %n%%", 255, 255, 255, 8, 8, "hi", 'c', 'c', true, null);
        attempt("[%8.3f] [%-8.2f] [%e] [%.0f] [%g] [%a] [%,.2f] [%+.1f]", Math.PI, Math.E, 12345.678, 2.5, 0.00012345, 1.0, 9876543.215, -0.05);
        attempt("[%s] [%10s] [%-10s] [%.3s] [%S] [%s]", "text", "right", "left", "truncate", "upper", (Object) null);
        attempt("%2$s %1$s %<s %s", "a", "b");
        attempt("%f %f %f %s", Double.NaN, Double.POSITIVE_INFINITY, -0.0, Float.MIN_VALUE);
        attempt("%d %d %d %d", (byte) -1, (short) 300, Long.MIN_VALUE, new java.math.BigInteger("123456789012345678901234567890"));
        attempt("%.3f %10.4f", new java.math.BigDecimal("3.14159"), new java.math.BigDecimal("-2.71828"));
        Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ENGLISH);
        calendar.setTimeInMillis(1_000_000_000_000L);
        attempt("%tY-%<tm-%<td %<tH:%<tM:%<tS %<tA %<tB %<tj %<tp %<tZ", calendar);
        attempt("%d", "not a number");
        attempt("%q", 1);
        attempt("%s %s", "one");
        attempt("%-d", 5);
        attempt("%.2d", 5);
        attempt("%c", 0x1F600);
        System.out.println(String.format(Locale.GERMANY, "%,.2f", 1234567.891) + " " + String.format(Locale.FRANCE, "%.1f", 0.5));
        StringBuilder into = new StringBuilder();
        try (Formatter formatter = new Formatter(into, Locale.ROOT)) {
            formatter.format("%s", "x").format("%03d", 7);
        }
        System.out.println(into + String.valueOf(new char[] {'a', 'b'}));
    }
}
