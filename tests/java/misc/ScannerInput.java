// Scanner on strings: tokens, numbers, lines, delimiters, patterns, and its exceptions.
package misc;

import java.util.InputMismatchException;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.Scanner;
import java.util.stream.Collectors;

public class ScannerInput {
    public static void main(String[] args) {
        try (Scanner scanner = new Scanner("12 -7 3.5 true word 0x1F 99999999999\nsecond line\n\nlast").useLocale(Locale.ROOT)) {
            System.out.println(scanner.nextInt() + scanner.nextInt() + " " + scanner.nextDouble() + " " + scanner.nextBoolean() + " " + scanner.next());
            System.out.println(scanner.hasNextInt() + " " + scanner.next() + " " + scanner.hasNextInt() + scanner.hasNextLong() + " " + scanner.nextLong());
            System.out.println("[" + scanner.nextLine() + "][" + scanner.nextLine() + "][" + scanner.nextLine() + "][" + scanner.nextLine() + "] " + scanner.hasNextLine());
        }
        Scanner commas = new Scanner("a, b ,c,,d").useDelimiter("\\s*,\\s*");
        StringBuilder text = new StringBuilder();
        while (commas.hasNext()) text.append('<').append(commas.next()).append('>');
        System.out.println(text);
        Scanner pattern = new Scanner("key=value; other=thing");
        System.out.println(pattern.findInLine("(\\w+)=(\\w+)") + " " + pattern.match().group(2) + " " + pattern.findInLine("o\\w+"));
        System.out.println(new Scanner("x1y22z333").findAll("\\d+").map(result -> result.group()).collect(Collectors.toList()) + " " + new Scanner("p q r").tokens().count());
        System.out.println(new Scanner("ff 101").nextInt(16) + " " + new Scanner("1,234").useLocale(Locale.US).nextInt() + " " + new Scanner("123456789012345678901234567890").nextBigInteger().bitLength());
        try {
            new Scanner("word").nextInt();
        } catch (InputMismatchException exception) {
            System.out.println(exception.getMessage());
        }
        try {
            new Scanner("").next();
        } catch (NoSuchElementException exception) {
            System.out.println(exception.getClass().getSimpleName());
        }
        Scanner closed = new Scanner("x");
        closed.close();
        try {
            closed.next();
        } catch (IllegalStateException exception) {
            System.out.println(exception.getMessage());
        }
    }
}
