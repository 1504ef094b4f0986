// String.format with its conversions and flags.
package strings;

import java.util.GregorianCalendar;
import java.util.IllegalFormatException;
import java.util.List;
import java.util.MissingFormatArgumentException;

public class Formatting {
    public static void main(String[] args) {
        System.out.println(String.format("%d|%5d|%-5d|%05d|%+d|%,d|%(d", 42, 42, 42, 42, 42, 1234567, -5));
        System.out.println(String.format("%x|%X|%#x|%o|%08x", 255, 255, 255, 8, -1));
        System.out.println(String.format("%f|%.2f|%10.3f|%-10.1f|%e|%.3e|%g", 3.14159, 2.005, 1.0, 2.25, 12345.678, 0.00012, 0.0001));
        System.out.println(String.format("%s|%10s|%-10s|%.3s|%S|%c|%b|%n", "text", "right", "left", "truncate", "upper", 'c', true).trim());
        System.out.println(String.format("%2$s %1$s %2$s %%", "a", "b"));
        System.out.println(String.format("%h %s %s", "hash", null, List.of(1, 2)));
        System.out.println(String.format("%,.2f %s %d", 1234567.891, 1e10, Long.MIN_VALUE));
        System.out.println(String.format("%tY-%<tm-%<td %<tH:%<tM:%<tS", new GregorianCalendar(2024, 1, 29, 13, 5, 9)));
        System.out.println(String.format("%a %.0f %.0f %.0f", 1.0, 0.5, 1.5, 2.5));
        try {
            String.format("%d", "x");
        } catch (IllegalFormatException exception) {
            System.out.println(exception.getMessage());
        }
        try {
            String.format("%s %s", "x");
        } catch (MissingFormatArgumentException exception) {
            System.out.println(exception.getMessage());
        }
        System.out.printf("%s=%d%n", "k", 5);
    }
}
