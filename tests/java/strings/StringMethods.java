// Most methods of String.
package strings;

import java.util.Arrays;
import java.util.List;

public class StringMethods {
    public static void main(String[] args) {
        String s = "  Hello, World  ";
        System.out.println("[" + s.trim() + "][" + s.strip() + "][" + s.stripLeading() + "][" + s.isBlank() + "]");
        System.out.println(s.indexOf("o") + " " + s.lastIndexOf('o') + " " + s.indexOf("zz") + " " + s.indexOf('l', 6));
        System.out.println(s.toUpperCase() + s.toLowerCase() + s.replace('l', 'L') + s.replace("World", "X"));
        System.out.println(s.charAt(3) + " " + s.substring(4, 7) + " " + s.contains("World") + s.startsWith("  H") + s.endsWith("d  "));
        System.out.println("a-b-c".split("-").length + " " + java.util.Arrays.toString("a,,b,,".split(",")) + java.util.Arrays.toString("a1b22c".split("\\d+", 2)));
        System.out.println(String.join("/", "x", "y", "z") + " " + String.join("-", List.of("p", "q")));
        System.out.println("abc".compareTo("abd") + " " + "abc".compareTo("ab") + " " + "ABC".equalsIgnoreCase("abc") + " " + "b".compareToIgnoreCase("A"));
        System.out.println("ab".repeat(3) + " " + "x".concat("y") + " " + "hello".chars().sum() + " " + "a\nb\nc".lines().count());
        System.out.println("hello".hashCode() + " " + "".hashCode() + " " + "\u4e2d\u6587".hashCode());
        System.out.println(String.valueOf(new char[] {'o', 'k'}) + String.valueOf(3.0) + String.valueOf((Object) null) + new String("abc".toCharArray(), 1, 2));
        System.out.println("banana".replaceAll("an", "<$0>") + " " + "banana".replaceFirst("a", "o") + " " + "tEST".substring(0, 1).toUpperCase());
        System.out.println(("hel" + "lo").intern() == "hello");
        System.out.println("%d items".formatted(3) + " " + "abc".contentEquals(new StringBuilder("abc")) + " " + "AbC".chars().filter(Character::isUpperCase).count());
        System.out.println("a\tb".translateEscapes() + " " + " x\n  y".indent(2).replace("\n", "|") + "q".describeConstable().get());
        try {
            "abc".substring(2, 1);
        } catch (StringIndexOutOfBoundsException exception) {
            System.out.println(exception.getMessage());
        }
        try {
            "abc".charAt(5);
        } catch (StringIndexOutOfBoundsException exception) {
            System.out.println("SIOOBE");
        }
    }
}
