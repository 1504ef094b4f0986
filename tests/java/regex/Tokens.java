// A lexer made of one pattern, and templates.
package regex;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class Tokens {
    public static void main(String[] args) {
        Pattern token = Pattern.compile("(?<num>\\d+(?:\\.\\d+)?)|(?<id>[A-Za-z_]\\w*)|(?<op>[-+*/=()<>]=?)|(?<ws>\\s+)");
        Matcher matcher = token.matcher("x1 = 3.14 * (y_2 + 42) >= foo");
        StringBuilder out = new StringBuilder();
        while (matcher.find()) for (String name : new String[] {"num", "id", "op"}) if (matcher.group(name) != null) out.append(name).append(':').append(matcher.group()).append(' ');
        System.out.println(out);
        Matcher template = Pattern.compile("\\$\\{(\\w+)}").matcher("Dear ${name}, you owe ${amount}.");
        Map<String, String> values = Map.of("name", "Ann $1", "amount", "5\\");
        StringBuilder filled = new StringBuilder();
        while (template.find()) template.appendReplacement(filled, Matcher.quoteReplacement(values.get(template.group(1))));
        template.appendTail(filled);
        System.out.println(filled);
        System.out.println("a1b2".replaceAll("([a-z])(\\d)", "$2$1") + " " + "CSV;with;;empty".split(";").length + " " + Pattern.compile("(?m)^#.*$").matcher("# c\ncode\n# d").replaceAll("").replace("\n", "/"));
        System.out.println("ab12cd".chars().filter(c -> Pattern.matches("[a-c1]", String.valueOf((char) c))).count() + " " + Pattern.compile("x*").matcher("aaxxb").results().count());
    }
}
