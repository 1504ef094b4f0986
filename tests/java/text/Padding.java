// Tables made of padded columns.
package text;

public class Padding {
    public static void main(String[] args) throws Exception {
        StringBuilder out = new StringBuilder();
        for (String[] row : new String[][] {{"id", "name"}, {"1", "Ann"}, {"200", "Bartholomew"}}) out.append(String.format("|%-5s|%8.6s|%n", row[0], row[1]));
        System.out.print(out);
        System.out.println(String.format("%08.3f|%+,d|%s", -3.14159, 1234567, new int[0].length));
    }
}
