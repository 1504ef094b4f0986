// UUIDs, Objects, Optional.
package misc;

import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

public class Uuid {
    public static void main(String[] args) {
        System.out.println(UUID.fromString("123e4567-e89b-12d3-a456-426614174000").getMostSignificantBits() + " " + UUID.nameUUIDFromBytes("x".getBytes()) + " " + new UUID(1, 2));
        System.out.println(UUID.randomUUID().version() + " " + UUID.randomUUID().toString().length());
        System.out.println(Objects.hash(1, "a", null) + " " + Objects.equals(null, null) + " " + Objects.requireNonNullElse(null, "d") + " " + Objects.toString(null));
        try {
            Objects.requireNonNull(null, "message");
        } catch (NullPointerException exception) {
            System.out.println(exception.getMessage());
        }
        System.out.println(Optional.of(5).map(x -> x * 2).filter(x -> x > 5).orElse(0) + " " + Optional.empty().isPresent() + " " + Optional.ofNullable((String) null).or(() -> Optional.of("z")).get() + Optional.of(1));
        System.out.println(Objects.checkIndex(1, 2));
        try {
            Optional.empty().orElseThrow();
        } catch (NoSuchElementException exception) {
            System.out.println(exception.getMessage());
        }
    }
}
