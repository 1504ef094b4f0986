// Characters from both ends.
package strings;

public class Palindromes {
    public static void main(String[] args) throws Exception {
        for (String s : new String[] {"", "a", "abba", "abcba", "abc", "A man a plan"}) { String t = s.toLowerCase().replaceAll("[^a-z]", ""); boolean same = true; for (int i = 0, j = t.length() - 1; i < j; i++, j--) same &= t.charAt(i) == t.charAt(j); System.out.print(same + ":" + new StringBuilder(t).reverse().toString().equals(t) + " "); } System.out.println();
    }
}
