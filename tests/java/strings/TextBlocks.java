// Text blocks and the string methods that came with and after Java 11.
package strings;

import java.util.stream.Collectors;

public class TextBlocks {
    public static void main(String[] args) {
        String block = """
            first
              second \
            joined
            "quotes" and \"""three\"""
            tab\there\s
            """;
        System.out.print(block);
        System.out.println(block.lines().map(String::length).collect(Collectors.toList()) + " " + "  a  ".strip() + "|" + "  a  ".stripLeading() + "|" + "  a  ".stripTrailing() + "|" + " \u2003".isBlank());
        System.out.println("ab".repeat(3) + " " + "x\n y\n".indent(2).replace("\n", "$") + " " + "  p\n    q".stripIndent().replace("\n", "$") + " " + "a\\tb".translateEscapes() + " " + "%d-%s".formatted(5, "z"));
        System.out.println(String.join("/", "a", "b", "c") + " " + String.join("", java.util.List.of("p", "q")) + " " + "hello".chars().filter(c -> c == 'l').count() + " " + "abc".transform(s -> s + s.length()) + " " + "z".compareToIgnoreCase("A") + " " + "AbC".equalsIgnoreCase("aBc"));
        System.out.println("a,b,,c,,".split(",").length + " " + "a,b,,c,,".split(",", -1).length + " " + java.util.Arrays.toString("a1b22c".split("\\d+")) + " " + java.util.Arrays.toString("abc".split("")) + " " + "x.y".replace(".", "!") + " " + "x.y".replaceAll(".", "!"));
        System.out.println("\ud83d\ude00".codePointCount(0, 2) + " " + "\ud83d\ude00a".codePoints().mapToObj(Integer::toHexString).collect(Collectors.joining(" ")) + " " + new StringBuilder("a\ud83d\ude00b").reverse() + " " + "straße".toUpperCase() + " " + "İ".toLowerCase(java.util.Locale.ROOT).length());
        System.out.println("abcabc".lastIndexOf("bc") + " " + "abcabc".indexOf("c", 3) + " " + "abc".contains("") + " " + "abc".regionMatches(true, 1, "XBC", 1, 2) + " " + "b".compareTo("abc") + " " + "intern".equals(new String("intern").intern()) + (new String("a") == "a") + ("a" + "b" == "ab"));
    }
}
