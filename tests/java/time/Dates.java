// Dates, times, periods and durations.
package time;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;

public class Dates {
    public static void main(String[] args) {
        LocalDate date = LocalDate.of(2024, 2, 29);
        System.out.println(date.plusYears(1) + " " + date.plusMonths(12) + " " + date.getDayOfWeek() + " " + date.isLeapYear() + " " + date.getDayOfYear());
        System.out.println(ChronoUnit.DAYS.between(date, LocalDate.of(2025, 1, 1)) + " " + Period.between(date, LocalDate.of(2026, 5, 3)) + " " + date.with(TemporalAdjusters.lastDayOfMonth()));
        LocalDateTime time = LocalDateTime.of(2024, 3, 10, 1, 30, 15, 123456789);
        System.out.println(time + " " + time.truncatedTo(ChronoUnit.HOURS) + " " + time.plusSeconds(100000) + " " + time.toLocalTime());
        System.out.println(Duration.ofSeconds(3725).plusMillis(5) + " " + Duration.between(time, time.plusDays(2)).toHours() + " " + Duration.parse("PT1H30M").toMinutes());
        System.out.println(Instant.ofEpochSecond(1_700_000_000L) + " " + Instant.EPOCH.plus(1, ChronoUnit.DAYS).toEpochMilli());
        ZonedDateTime zoned = time.atZone(ZoneId.of("America/New_York"));
        System.out.println(zoned + " " + zoned.plusHours(1) + " " + zoned.toInstant() + " " + zoned.withZoneSameInstant(ZoneId.of("Asia/Tokyo")));
        System.out.println(OffsetDateTime.of(time, ZoneOffset.ofHours(2)) + " " + YearMonth.of(2024, 2).lengthOfMonth() + " " + Year.isLeap(1900) + " " + DayOfWeek.MONDAY.plus(10) + " " + Month.JANUARY.minus(1));
        System.out.println(LocalDate.parse("2020-12-31").plusDays(1) + " " + LocalTime.parse("23:59").plusMinutes(2));
        try {
            LocalDate.of(2023, 2, 29);
        } catch (DateTimeException exception) {
            System.out.println(exception.getMessage());
        }
        try {
            LocalDate.parse("nonsense");
        } catch (DateTimeParseException exception) {
            System.out.println(exception.getMessage());
        }
        System.out.println(date.hashCode() + " " + date.compareTo(LocalDate.of(2024, 3, 1)) + " " + date.get(ChronoField.ALIGNED_WEEK_OF_YEAR));
    }
}
