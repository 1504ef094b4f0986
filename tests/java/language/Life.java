// Conway's game of life on a torus.
package language;

public class Life {
    public static void main(String[] args) {
        int size = 12;
        boolean[][] grid = new boolean[size][size];
        int[][] glider = {{0, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}};
        for (int[] cell : glider) grid[cell[0]][cell[1]] = true;
        for (int step = 0; step < 20; step++) {
            boolean[][] next = new boolean[size][size];
            for (int r = 0; r < size; r++)
                for (int c = 0; c < size; c++) {
                    int neighbours = 0;
                    for (int dr = -1; dr <= 1; dr++)
                        for (int dc = -1; dc <= 1; dc++)
                            if ((dr != 0 || dc != 0) && grid[(r + dr + size) % size][(c + dc + size) % size]) neighbours++;
                    next[r][c] = neighbours == 3 || grid[r][c] && neighbours == 2;
                }
            grid = next;
        }
        for (boolean[] row : grid) {
            StringBuilder line = new StringBuilder();
            for (boolean cell : row) line.append(cell ? '#' : '.');
            System.out.println(line);
        }
    }
}
