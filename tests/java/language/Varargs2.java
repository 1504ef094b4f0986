// Arrays passed for variable arguments.
package language;

public class Varargs2 {
    static String join(String by, String... parts) { return String.join(by, parts); }
    static int count(Object... all) { return all.length; }

    public static void main(String[] args) throws Exception {
        System.out.println(join("-", "a", "b") + join("+") + join("/", new String[] {"x", "y"}) + count(1, 2, 3) + count(new int[] {4, 5}));
    }
}
