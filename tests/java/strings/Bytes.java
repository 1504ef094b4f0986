// Text as bytes in several encodings.
package strings;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

public class Bytes {
    public static void main(String[] args) throws Exception {
        for (Charset c : new Charset[] {StandardCharsets.UTF_8, StandardCharsets.UTF_16BE, StandardCharsets.UTF_16LE, StandardCharsets.ISO_8859_1, StandardCharsets.US_ASCII}) System.out.println(c + Arrays.toString("aé€\ud83d\ude00".getBytes(c)) + new String("aé€".getBytes(c), c));
        System.out.println(Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[] {-1, -2, -3, -4}) + new String(Base64.getDecoder().decode("aGk=")));
    }
}
