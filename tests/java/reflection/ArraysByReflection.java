// java.lang.reflect.Array.
package reflection;

import java.lang.reflect.Array;
import java.util.Arrays;

public class ArraysByReflection {
    public static void main(String[] args) {
        Object ints = Array.newInstance(int.class, 3);
        Array.setInt(ints, 1, 5);
        Array.set(ints, 2, 7);
        System.out.println(Array.getLength(ints) + " " + Array.get(ints, 1) + " " + Array.getLong(ints, 2) + " " + Arrays.toString((int[]) ints));
        Object grid = Array.newInstance(String.class, 2, 3);
        System.out.println(grid.getClass().getName() + " " + ((String[][]) grid)[1].length);
        try {
            Array.setInt(new String[1], 0, 1);
        } catch (IllegalArgumentException exception) {
            System.out.println("IAE");
        }
        try {
            Array.get("not an array", 0);
        } catch (IllegalArgumentException exception) {
            System.out.println(exception.getMessage());
        }
        try {
            Array.get(ints, 3);
        } catch (ArrayIndexOutOfBoundsException exception) {
            System.out.println(exception.getMessage());
        }
    }
}
