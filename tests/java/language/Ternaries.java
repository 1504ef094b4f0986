// Numeric promotion in conditional expressions.
package language;

public class Ternaries {
    public static void main(String[] args) {
        boolean yes = args.length == 0;
        Object a = yes ? 1 : "x";
        Object b = yes ? 1 : 2.0;
        Object c = yes ? (Integer) 1 : (Character) 'a';
        long d = yes ? 1 : 2L;
        char e = yes ? 'b' : 0;
        System.out.println(a.getClass().getSimpleName() + b.getClass().getSimpleName() + c.getClass().getSimpleName() + d + e);
        System.out.println((yes ? 'x' : 5) + " " + (yes ? null : 0));
        int nested = yes ? args.length > 5 ? 1 : 2 : 3;
        System.out.println(nested);
    }
}
