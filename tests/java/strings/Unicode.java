// Code points, case mapping, encodings.
package strings;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Base64;
import java.util.Locale;

public class Unicode {
    public static void main(String[] args) {
        String text = "Straße İ ﬁ Ελλάς \ud83d\ude00";
        System.out.println(text.toUpperCase(Locale.ROOT) + "|" + text.toLowerCase(Locale.ROOT));
        System.out.println(text.codePoints().count() + " " + text.length() + " " + text.codePointAt(text.length() - 2));
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        System.out.println(utf8.length + " " + new String(utf8, StandardCharsets.UTF_8).equals(text));
        System.out.println(text.getBytes(StandardCharsets.UTF_16).length + " " + text.getBytes(StandardCharsets.ISO_8859_1).length);
        System.out.println(new String(new byte[] {(byte) 0xC3, 0x28, 65}, StandardCharsets.UTF_8));
        System.out.println(Character.isLetter('é') + " " + Character.isDigit('٣') + " " + Character.getNumericValue('٣') + " " + Character.getName('a'));
        System.out.println(Character.toChars(0x1F600).length + " " + Character.isSurrogate('\ud83d') + " " + Character.getType('A') + " " + Character.UnicodeBlock.of('中'));
        System.out.println(new String(Character.toChars(0x10FFFF)).length() + " " + "é".equals("e\u0301") + " " + Normalizer.normalize("e\u0301", Normalizer.Form.NFC).equals("é"));
        System.out.println(Charset.forName("US-ASCII").newEncoder().canEncode('é') + " " + Character.toTitleCase('ǆ'));
        System.out.println(Base64.getEncoder().encodeToString(utf8));
    }
}
