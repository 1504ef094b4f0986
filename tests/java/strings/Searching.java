// Searching and splitting large texts.
package strings;

import java.util.Arrays;

public class Searching {
    static int[] table(String pattern) {
        int[] next = new int[pattern.length()];
        for (int i = 1, k = 0; i < pattern.length(); i++) {
            while (k > 0 && pattern.charAt(i) != pattern.charAt(k)) k = next[k - 1];
            if (pattern.charAt(i) == pattern.charAt(k)) k++;
            next[i] = k;
        }
        return next;
    }
    static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++)
            for (int j = 0; j <= b.length(); j++)
                d[i][j] = i == 0 ? j : j == 0 ? i : Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1));
        return d[a.length()][b.length()];
    }
    public static void main(String[] args) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 2000; i++) text.append(Integer.toString(i * 7919, 36)).append(i % 10 == 0 ? "\n" : " ");
        String all = text.toString();
        System.out.println(all.length() + " " + all.hashCode() + " " + all.indexOf("zz") + " " + all.lastIndexOf("a1") + " " + all.split("\\s+").length + " " + all.lines().count());
        System.out.println(Arrays.toString(table("abacabadabacaba")) + " " + distance("kitten", "sitting") + distance("", "abc"));
        System.out.println(all.chars().filter(Character::isDigit).count() + " " + all.replace(" ", "").length() + " " + all.toUpperCase().indexOf("ABC") + " " + all.regionMatches(true, 5, all.toUpperCase(), 5, 50));
    }
}
