// StringBuilder and StringBuffer.
package strings;

import java.util.StringJoiner;
import java.util.StringTokenizer;

public class Builders {
    public static void main(String[] args) {
        StringBuilder builder = new StringBuilder("abc");
        builder.insert(1, "XY").append(1).append(2L).append(3.5).append('c').append(true).append((Object) null).append(new char[] {'z'});
        System.out.println(builder + " " + builder.length());
        builder.reverse().deleteCharAt(0).delete(0, 3).setCharAt(0, '#');
        System.out.println(builder + " " + builder.indexOf("3") + " " + builder.lastIndexOf("a"));
        builder.replace(0, 4, "<>").setLength(5);
        System.out.println("[" + builder + "]");
        builder.append("\u4e2d").append("x".repeat(100));
        System.out.println(builder.length() + " " + builder.charAt(5) + " " + builder.codePointAt(5) + " " + builder.compareTo(new StringBuilder("a")));
        StringBuffer buffer = new StringBuffer();
        for (int i = 0; i < 10; i++) buffer.append(i).append(i % 3 == 0 ? "," : "");
        System.out.println(buffer + " " + buffer.capacity());
        StringBuilder surrogates = new StringBuilder("a\ud83d\ude00b");
        System.out.println(surrogates.reverse());
        StringJoiner joiner = new StringJoiner(", ", "{", "}").setEmptyValue("none");
        System.out.println(joiner + " " + joiner.add("a").add("b") + " " + joiner.length());
        StringTokenizer tokens = new StringTokenizer("a b;c", " ;", true);
        while (tokens.hasMoreTokens()) System.out.print("[" + tokens.nextToken() + "]");
        System.out.println();
    }
}
