// Assertions are off unless asked for.
package exceptions;

public class Assertions {
    public static void main(String[] args) throws Exception {
        assert args.length > 100 : "off";
        System.out.println("passed");
        try { throw new AssertionError(5); } catch (AssertionError e) { System.out.println(e.getMessage()); }
    }
}
