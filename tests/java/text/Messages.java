// Locale-dependent text in the root and English locales.
package text;

import java.text.Collator;
import java.text.DecimalFormat;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.util.Currency;
import java.util.Locale;

public class Messages {
    public static void main(String[] args) {
        System.out.println(String.format(Locale.ROOT, "%,d %.2f %s", 1234567, 3.14159, Locale.US) + " " + Locale.GERMANY.getDisplayCountry(Locale.ENGLISH) + " " + Locale.forLanguageTag("pt-BR").getLanguage());
        System.out.println(MessageFormat.format("{0,choice,0#no files|1#one file|1<{0} files} on {1}", 3, "disk") + " " + MessageFormat.format("it''s {0}", "quoted"));
        System.out.println(Currency.getInstance("EUR").getDefaultFractionDigits() + " " + new DecimalFormat("000.#;(000.#)").format(-12.34) + " " + NumberFormat.getCompactNumberInstance(Locale.US, NumberFormat.Style.SHORT).format(12345));
        System.out.println("TITLE".toLowerCase(Locale.ENGLISH) + " " + Character.getNumericValue('Ⅷ') + " " + Collator.getInstance(Locale.ENGLISH).compare("a", "B"));
    }
}
