// Characters as numbers: ciphers and counting.
package language;

public class CharArithmetic {
    static String rotate(String text, int by) {
        StringBuilder out = new StringBuilder();
        for (char c : text.toCharArray()) out.append(Character.isLetter(c) ? (char) ((c - 'a' + by + 26) % 26 + 'a') : c);
        return out.toString();
    }
    public static void main(String[] args) {
        String secret = rotate("hello, world", 13);
        System.out.println(secret + " " + rotate(secret, -13));
        int[] counts = new int[26];
        for (char c : "mississippi".toCharArray()) counts[c - 'a']++;
        for (char c = 'a'; c <= 'z'; c++) if (counts[c - 'a'] > 0) System.out.print(c + "" + counts[c - 'a']);
        System.out.println();
        char c = '\uffff';
        c++;
        System.out.println((int) c + " " + (char) 65 + ('a' + 'b') + (char) ('a' + 1));
        short s = (short) 40000;
        s >>>= 1;
        byte b = (byte) 0x80;
        System.out.println(s + " " + (b >> 1) + " " + (b >>> 1) + " " + ((b & 0xff) >>> 1));
    }
}
