// Escapes, octal characters, unicode.
package strings;

public class Escapes {
    public static void main(String[] args) throws Exception {
        System.out.println("tab\there \101\60 \u0041 quote\" back\\ " + "\0".length() + "a\sb" + '\'' + (int) '\n');
    }
}
