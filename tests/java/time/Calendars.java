// Days of months and weeks.
package time;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.YearMonth;

public class Calendars {
    public static void main(String[] args) throws Exception {
        StringBuilder out = new StringBuilder();
        for (int m = 1; m <= 12; m++) out.append(YearMonth.of(2023, m).lengthOfMonth()).append(LocalDate.of(2023, m, 1).getDayOfWeek().getValue()).append(' ');
        int fridays = 0;
        for (LocalDate d = LocalDate.of(2000, 1, 1); d.getYear() < 2030; d = d.plusMonths(1)) if (d.withDayOfMonth(13).getDayOfWeek() == DayOfWeek.FRIDAY) fridays++;
        System.out.println(out + "" + fridays);
    }
}
