// Null in strings, switches, unboxing and collections.
package language;

import java.util.Arrays;
import java.util.Objects;

public class NullHandling {
    public static void main(String[] args) throws Exception {
        String s = null;
        System.out.println("x" + s + (s + s).length() + String.valueOf((Object) null));
        try { switch (s) { case "a": break; } } catch (NullPointerException e) { System.out.println("switch"); } try { for (int i : (int[]) null) System.out.println(i); } catch (NullPointerException e) { System.out.println("loop"); } try { long l = (Long) null; } catch (NullPointerException e) { System.out.println("unbox"); } System.out.println(Objects.hashCode(null) + " " + Arrays.asList(null, null).indexOf(null));
    }
}
