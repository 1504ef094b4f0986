// Caches of boxes, unboxing of null, mixed comparisons.
package numerics;

public class Boxing {
    public static void main(String[] args) {
        Integer a = 127, b = 127, c = 128, d = 128;
        System.out.println((a == b) + " " + (c == d) + " " + c.equals(d));
        Long l = 127L;
        System.out.println(l.equals(127) + " " + l.equals(127L) + " " + (l == 127));
        Character x = 'x';
        System.out.println(x + 1);
        System.out.println((Object) (true ? 1 : 2.0));
        Integer nothing = null;
        try {
            int value = nothing;
            System.out.println(value);
        } catch (NullPointerException exception) {
            System.out.println("NPE");
        }
        Object[] boxes = {1, 2L, 3f, 4.0, 'c', true, (byte) 6, (short) 7};
        for (Object box : boxes) System.out.print(box.getClass().getSimpleName() + box + box.hashCode() + " ");
        System.out.println();
        System.out.println(Integer.valueOf(1000) == Integer.valueOf(1000));
        System.out.println(Integer.compare(3, 5) + Boolean.compare(true, false) + Character.compare('a', 'b'));
        System.out.println(new Integer(5) == new Integer(5));
        System.out.println(Double.valueOf(Double.NaN).equals(Double.NaN) + " " + (Double.NaN == Double.NaN));
    }
}
