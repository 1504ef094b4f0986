// Strings: building, splitting, hashing, comparing, concatenation.
import java.util.HashMap;
import java.util.Map;

public class Texts {
    public static void main(String[] args) {
        StringBuilder builder = new StringBuilder();
        for (int i = 0; i < 60_000; i++) builder.append("word").append(i % 97).append(' ');
        String text = builder.toString();
        Map<String, Integer> counts = new HashMap<>();
        for (String word : text.split(" ")) counts.merge(word, 1, Integer::sum);
        int total = 0;
        for (int i = 0; i < text.length(); i++) if (text.charAt(i) == 'o') total++;
        String joined = "";
        for (int i = 0; i < 2_000; i++) joined += i;
        int found = 0;
        for (int i = 0; i < 2_000; i++) found += joined.indexOf("19" + i % 90) >= 0 ? 1 : 0;
        System.out.println(counts.size() + " " + counts.get("word5") + " " + total + " " + joined.hashCode() + " " + found + " " + text.toUpperCase().substring(0, 9));
    }
}
