// DecimalFormat, MessageFormat, NumberFormat, parsing.
package text;

import java.text.ChoiceFormat;
import java.text.DecimalFormat;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.Scanner;

public class NumbersAsText {
    public static void main(String[] args) throws Exception {
        System.out.println(new DecimalFormat("#,##0.00").format(1234567.891) + " " + new DecimalFormat("0.###E0").format(12345) + " " + new DecimalFormat("00.0%").format(0.256));
        System.out.println(NumberFormat.getInstance(Locale.US).format(9876543.21) + " " + NumberFormat.getPercentInstance(Locale.US).format(0.5) + " " + NumberFormat.getIntegerInstance(Locale.US).format(2.5));
        System.out.println(MessageFormat.format("{0} has {1,number,integer} items, {2}", "Bob", 1234, true) + " " + NumberFormat.getCurrencyInstance(Locale.US).format(-12.5));
        System.out.println(new DecimalFormat("#.##").parse("12.345xyz") + " " + NumberFormat.getInstance(Locale.GERMANY).format(1234.5));
        System.out.println(new ChoiceFormat("0#none|1#one|1<many").format(5) + " " + Integer.decode("0x1F") + " " + Long.decode("-010"));
        for (String text : new String[] {"", "abc", "2147483648", "-", "1_000"}) {
            try {
                System.out.println(Integer.parseInt(text));
            } catch (NumberFormatException exception) {
                System.out.println(exception.getMessage());
            }
        }
        Scanner scanner = new Scanner("12 3.5 word true\nnext line\n99999999999 x");
        System.out.println(scanner.nextInt() + " " + scanner.nextDouble() + " " + scanner.next() + " " + scanner.nextBoolean() + scanner.nextLine() + "|" + scanner.nextLine() + "|" + scanner.hasNextInt() + scanner.nextLong() + scanner.next());
        try {
            scanner.next();
        } catch (NoSuchElementException exception) {
            System.out.println("end");
        }
    }
}
