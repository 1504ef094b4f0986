// Strings with equal hash codes in a switch.
package language;

public class StringSwitch {
    public static void main(String[] args) throws Exception {
        for (String s : new String[] {"AaAa", "BBBB", "AaBB", "x"}) switch (s) { case "AaAa": System.out.println(1); break; case "BBBB": System.out.println(2); break; case "AaBB": System.out.println(3); default: System.out.println("fell"); }
    }
}
