// Regular expressions: replacements with functions, look-around, possessive and lazy quantifiers, flags, classes.
package regex;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

public class Replacing {
    public static void main(String[] args) {
        System.out.println(Pattern.compile("\\d+").matcher("a1b22c333").replaceAll(result -> String.valueOf(Integer.parseInt(result.group()) * 2)) + " " + "John Smith".replaceAll("(?<first>\\w+) (?<last>\\w+)", "${last}, ${first}") + " " + "a.b".replaceAll(Pattern.quote("."), Matcher.quoteReplacement("$")));
        System.out.println("price: 100 dollars 200 euros".replaceAll("\\d+(?= euros)", "X") + " " + "ab12cd".replaceAll("(?<=[a-z])(?=\\d)", "_") + " " + "foobar foobaz".replaceAll("foo(?!bar)", "X") + " " + "xay".matches("x(?<!y)a.*"));
        System.out.println("<b>one</b><b>two</b>".replaceAll("<b>.*?</b>", "_") + " " + "aaa".matches("a*+a") + " " + "aaa".matches("a*a") + " " + "aaa".replaceAll("a{2}", "b") + " " + "abcabc".matches("(abc)\\1"));
        System.out.println(Pattern.compile("^\\w+$", Pattern.MULTILINE).matcher("one\ntwo three\nfour").results().map(result -> result.group()).collect(Collectors.toList()) + " " + Pattern.compile("HELLO", Pattern.CASE_INSENSITIVE).matcher("say hello").find() + " " + Pattern.compile("a.b", Pattern.DOTALL).matcher("a\nb").matches() + " " + "É".matches("(?iu)é"));
        System.out.println("a-b_c d".split("[-_\\s]").length + " " + Pattern.compile("[,;]").splitAsStream("1,2;3").collect(Collectors.toList()) + " " + "tel: +49".replaceAll("[^\\d+]", "") + " " + "αβγ".matches("\\p{L}+") + " " + "ABC".matches("\\p{Upper}{3}") + " " + "x1".matches("[a-z&&[^aeiou]]\\d"));
        Matcher matcher = Pattern.compile("(a)(b)?").matcher("xabya");
        while (matcher.find()) System.out.print(matcher.start() + "-" + matcher.end() + ":" + matcher.group(2) + " ");
        matcher.reset("ab").lookingAt();
        System.out.println(matcher.hitEnd() + " " + matcher.groupCount() + " " + matcher.region(1, 2).find());
        StringBuilder result = new StringBuilder();
        Matcher words = Pattern.compile("\\b(\\w)(\\w*)").matcher("the end of it");
        while (words.find()) words.appendReplacement(result, words.group(1).toUpperCase() + "$2");
        words.appendTail(result);
        System.out.println(result);
        for (String wrong : new String[] {"(", "[a", "*", "a{2", "\\"}) {
            try {
                Pattern.compile(wrong);
            } catch (PatternSyntaxException exception) {
                System.out.println(exception.getDescription() + " at " + exception.getIndex());
            }
        }
    }
}
