// Clocks that are given, and arithmetic of instants.
package time;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;

public class Clocks {
    public static void main(String[] args) {
        Clock fixed = Clock.fixed(Instant.parse("2024-05-06T07:08:09Z"), ZoneOffset.UTC);
        System.out.println(LocalDateTime.now(fixed) + " " + fixed.millis() + " " + Clock.offset(fixed, Duration.ofHours(3)).instant() + " " + Clock.tick(fixed, Duration.ofMinutes(5)).instant());
        Instant a = Instant.ofEpochSecond(100, 999_999_999), b = a.plusNanos(1);
        System.out.println(b + " " + Duration.between(a, b) + " " + a.isBefore(b) + " " + Instant.MIN.compareTo(Instant.MAX) + " " + a.truncatedTo(ChronoUnit.SECONDS));
        System.out.println(Duration.ofDays(1).plusHours(2).minusSeconds(3) + " " + Duration.ofMillis(-1500) + " " + Duration.ofSeconds(90).toMinutesPart() + " " + Period.of(1, 14, 40).normalized() + " " + Duration.ZERO.isZero());
        System.out.println(LocalDate.EPOCH.plusDays(20000) + " " + LocalTime.MIDNIGHT.minusNanos(1) + " " + LocalDate.MAX.getYear() + " " + ChronoUnit.MONTHS.between(LocalDate.of(2020, 1, 31), LocalDate.of(2021, 3, 1)));
        System.out.println(ZoneId.of("Europe/London").getRules().isDaylightSavings(Instant.parse("2024-07-01T00:00:00Z")) + " " + ZonedDateTime.of(2024, 3, 31, 1, 30, 0, 0, ZoneId.of("Europe/London")));
    }
}
