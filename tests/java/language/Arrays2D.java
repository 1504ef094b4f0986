// Arrays of arrays, ragged ones, defaults, and clone.
package language;

import java.util.Arrays;

public class Arrays2D {
    public static void main(String[] args) {
        int[][] grid = new int[3][4];
        grid[1][2] = 5;
        int[][] copy = grid.clone();
        copy[1][2] = 6;
        System.out.println(grid[1][2] + " " + (grid == copy) + " " + (grid[1] == copy[1]));
        int[][][] cube = new int[2][3][];
        System.out.println(cube[1].length + " " + cube[1][2]);
        cube[1][2] = new int[] {9};
        System.out.println(Arrays.deepToString(cube));
        String[][] ragged = {{"a"}, {}, {"b", null}};
        System.out.println(Arrays.deepToString(ragged) + ragged.getClass().getName());
        System.out.println(new boolean[1][0].length + " " + new double[2][2][1][0] .length);
        long[] longs = {1, 2, 3};
        long[] cloned = longs.clone();
        cloned[0] = 9;
        System.out.println(longs[0] + " " + cloned[0] + " " + cloned.length);
        try {
            int[] negative = new int[-1];
        } catch (NegativeArraySizeException exception) {
            System.out.println(exception.getMessage());
        }
        try {
            int[][] bad = new int[2][-3];
        } catch (NegativeArraySizeException exception) {
            System.out.println(exception.getMessage());
        }
        char[] chars = new char[3];
        System.out.println((int) chars[0] + " " + new float[1][1][0].length);
    }
}
