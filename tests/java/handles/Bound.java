// Bound references capture their receiver at once.
package handles;

import java.util.function.Supplier;

public class Bound {
    public static void main(String[] args) throws Exception {
        StringBuilder b = new StringBuilder("a");
        Supplier<String> s = b::toString;
        b.append("b");
        System.out.println(s.get());
        String text = "x";
        Supplier<Integer> length = text::length;
        text = "longer";
        System.out.println(length.get());
        try { String none = null; Supplier<Integer> bad = none::length; System.out.println("late"); } catch (NullPointerException e) { System.out.println("at once"); }
    }
}
