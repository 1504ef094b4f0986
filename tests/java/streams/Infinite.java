// Infinite streams cut short.
package streams;

import java.util.stream.IntStream;
import java.util.stream.Stream;

public class Infinite {
    public static void main(String[] args) throws Exception {
        System.out.println(Stream.iterate(1, x -> x + 1).filter(x -> x % 7 == 0).map(x -> x * x).dropWhile(x -> x < 1000).limit(3).toList() + " " + Stream.generate(() -> "z").limit(3).reduce("", String::concat) + " " + IntStream.iterate(27, n -> n != 1, n -> n % 2 == 0 ? n / 2 : 3 * n + 1).count());
    }
}
