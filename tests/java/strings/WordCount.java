// Counting words with a sorted map.
package strings;

import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

public class WordCount {
    public static void main(String[] args) throws Exception {
        TreeMap<String, Integer> counts = new TreeMap<>(Comparator.reverseOrder());
        for (String w : "to be or not to be that is the question to".split(" ")) counts.merge(w, 1, Integer::sum);
        System.out.println(counts + " " + counts.entrySet().stream().max(Map.Entry.comparingByValue()).get());
    }
}
