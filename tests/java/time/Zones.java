// Zones, offsets, changes to summer time, durations and periods, and a clock that only goes forward.
package time;

import java.time.Clock;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;

public class Zones {
    public static void main(String[] args) throws Exception {
        ZoneId berlin = ZoneId.of("Europe/Berlin");
        ZonedDateTime before = ZonedDateTime.of(2024, 3, 31, 1, 30, 0, 0, berlin);
        System.out.println(before + " " + before.plusHours(1) + " " + before.plusDays(1).getOffset() + " " + berlin.getRules().isDaylightSavings(before.plusHours(1).toInstant()));
        System.out.println(LocalDateTime.of(2024, 10, 27, 2, 30).atZone(berlin).withLaterOffsetAtOverlap() + " " + before.withZoneSameInstant(ZoneId.of("America/New_York")) + " " + before.toOffsetDateTime().isEqual(OffsetDateTime.parse("2024-03-31T00:30:00Z")));
        System.out.println(Instant.ofEpochSecond(1_700_000_000) + " " + Instant.parse("2020-02-29T12:00:00Z").plus(Duration.ofHours(36)) + " " + Instant.EPOCH.until(Instant.ofEpochMilli(90_000), ChronoUnit.SECONDS));
        System.out.println(Duration.between(LocalTime.of(8, 15), LocalTime.of(17, 45)) + " " + Duration.parse("PT1H30M").toMinutes() + " " + Period.between(LocalDate.of(2020, 1, 31), LocalDate.of(2024, 3, 1)) + " " + Duration.ofMillis(-1500));
        System.out.println(LocalDate.of(2024, 2, 10).with(TemporalAdjusters.lastDayOfMonth()) + " " + LocalDate.of(2024, 2, 10).with(TemporalAdjusters.next(DayOfWeek.MONDAY)) + " " + YearMonth.of(2023, 2).lengthOfMonth() + " " + Month.MARCH.plus(11) + " " + LocalDate.ofYearDay(2024, 366) + " " + LocalDate.MIN.isBefore(LocalDate.EPOCH));
        DateTimeFormatter formatter = DateTimeFormatter.ofPattern("EEE, d MMM yyyy HH:mm:ss xxx", java.util.Locale.ENGLISH);
        System.out.println(formatter.format(before) + " " + ZonedDateTime.parse("Sun, 31 Mar 2024 01:30:00 +01:00", formatter).toInstant() + " " + DateTimeFormatter.ISO_WEEK_DATE.format(LocalDate.of(2024, 12, 30)));
        try {
            LocalDate.parse("2024-02-30");
        } catch (DateTimeParseException exception) {
            System.out.println(exception.getMessage());
        }
        Instant first = Instant.now();
        Thread.sleep(3);
        Instant second = Instant.now();
        System.out.println(first.isBefore(second) + " " + (Duration.between(first, second).toMillis() >= 2) + " " + Clock.fixed(Instant.EPOCH, ZoneOffset.UTC).instant() + " " + Clock.systemUTC().getZone() + " " + (System.nanoTime() <= System.nanoTime()));
    }
}
