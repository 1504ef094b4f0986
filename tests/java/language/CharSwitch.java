// Switch on characters with ranges of cases.
package language;

public class CharSwitch {
    public static void main(String[] args) throws Exception {
        StringBuilder out = new StringBuilder();
        for (char c : "aZ3 _!".toCharArray()) out.append(switch (c) { case 'a', 'e', 'i' -> "vowel"; case ' ' -> "space"; case '_' -> "under"; default -> Character.isDigit(c) ? "digit" : "other"; }).append(',');
        System.out.println(out);
    }
}
