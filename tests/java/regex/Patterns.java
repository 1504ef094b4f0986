// Regular expressions.
package regex;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

public class Patterns {
    public static void main(String[] args) {
        Matcher matcher = Pattern.compile("(?<key>\\w+)=(?<value>\\d+)(;|$)").matcher("a=1;bc=22;d=x;e=5");
        while (matcher.find()) System.out.print(matcher.group("key") + ":" + matcher.group("value") + "@" + matcher.start() + "-" + matcher.end() + " ");
        System.out.println();
        System.out.println("2024-02-29".matches("\\d{4}-\\d{2}-\\d{2}") + " " + Pattern.matches("(a|b)*c", "ababc") + " " + Pattern.compile("^b", Pattern.MULTILINE | Pattern.CASE_INSENSITIVE).matcher("a\nB").find());
        System.out.println("foobar".replaceAll("(o+)(b)", "[$2$1]") + " " + Pattern.compile("\\d+").matcher("a1b22").replaceAll(r -> "<" + r.group().length() + ">"));
        System.out.println(Pattern.compile("\\s*,\\s*").splitAsStream("a , b,c ,d").toList() + " " + "aaa".replaceAll("a*?", "x") + " " + "x1y2".split("(?<=\\d)").length);
        System.out.println(Pattern.compile("(\\w)(\\w)?\\1").matcher("abab aXa").results().map(r -> r.group()).toList());
        System.out.println("aaaa".replaceAll("a{2,3}+", "b") + " " + "<<x>>".replaceAll("<.*?>", "") + " " + Pattern.quote("a.b") + " " + "a.b".matches(Pattern.quote("a.b")));
        System.out.println("foo123bar".replaceAll("(?=\\d)", "-") + " " + "\u00e9".matches("\\p{L}") + " " + "É".matches("(?iu)é"));
        try {
            Pattern.compile("(unclosed");
        } catch (PatternSyntaxException exception) {
            System.out.println(exception.getDescription() + " " + exception.getIndex());
        }
        Matcher looking = Pattern.compile("ab").matcher("abc");
        System.out.println(looking.lookingAt() + " " + looking.matches() + " " + looking.reset("xab").find(1) + " " + looking.hitEnd());
    }
}
