// Run-length coding there and back.
package strings;

public class RunLength {
    public static void main(String[] args) throws Exception {
        String s = "aaabccddddde";
        StringBuilder out = new StringBuilder();
        for (int i = 0, j; i < s.length(); i = j) { for (j = i; j < s.length() && s.charAt(j) == s.charAt(i); j++); out.append(s.charAt(i)).append(j - i); } StringBuilder back = new StringBuilder();
        for (int i = 0; i < out.length(); i += 2) back.append(String.valueOf(out.charAt(i)).repeat(out.charAt(i + 1) - '0'));
        System.out.println(out + " " + back.toString().equals(s));
    }
}
