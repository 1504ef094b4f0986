// Digests, checksums, hexadecimal text, base 64.
package misc;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

public class Digests {
    public static void main(String[] args) throws Exception {
        byte[] data = "The quick brown fox".getBytes(StandardCharsets.UTF_8);
        HexFormat hex = HexFormat.of();
        for (String name : new String[] {"MD5", "SHA-1", "SHA-256"}) {
            MessageDigest digest = MessageDigest.getInstance(name);
            digest.update(data, 0, 10);
            System.out.println(digest.getAlgorithm() + " " + digest.getDigestLength() + " " + hex.formatHex(digest.digest(data)));
        }
        CRC32 crc = new CRC32();
        crc.update(data);
        Adler32 adler = new Adler32();
        adler.update(data);
        System.out.println(Long.toHexString(crc.getValue()) + " " + adler.getValue());
        System.out.println(HexFormat.ofDelimiter(":").withUpperCase().formatHex(data, 0, 4) + " " + new String(hex.parseHex("68656c6c6f")) + " " + HexFormat.fromHexDigits("ff") + " " + hex.toHexDigits((short) 10));
        String encoded = Base64.getEncoder().encodeToString(data);
        System.out.println(encoded + " " + new String(Base64.getDecoder().decode(encoded)) + " " + Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[] {-1, -2, -3, -4}));
        try {
            Base64.getDecoder().decode("!");
        } catch (IllegalArgumentException exception) {
            System.out.println(exception.getMessage());
        }
        try {
            MessageDigest.getInstance("NONE-1");
        } catch (java.security.NoSuchAlgorithmException exception) {
            System.out.println(exception.getMessage());
        }
    }
}
