// Own equals and hashCode in hash sets.
package language;

import java.util.HashSet;
import java.util.Set;

public class EqualsHash {
    static final class Point { final int x, y; Point(int x, int y) { this.x = x; this.y = y; } @Override public boolean equals(Object o) { return o instanceof Point p && p.x == x && p.y == y; } @Override public int hashCode() { return 31 * x + y; } }

    public static void main(String[] args) throws Exception {
        Set<Point> set = new HashSet<>();
        for (int i = 0; i < 20; i++) set.add(new Point(i % 4, i % 3));
        System.out.println(set.size() + " " + set.contains(new Point(3, 2)) + new Point(1, 2).equals(null) + new Point(1, 2).equals("x"));
    }
}
