// Own collections from the abstract ones.
package collections;

import java.util.AbstractList;
import java.util.List;

public class Abstracts {
    public static void main(String[] args) throws Exception {
        List<Integer> squares = new AbstractList<>() { public Integer get(int i) { if (i >= 5) throw new IndexOutOfBoundsException("at " + i); return i * i; } public int size() { return 5; } };
        System.out.println(squares + " " + squares.contains(9) + squares.subList(1, 3) + squares.stream().mapToInt(x -> x).sum());
        try { squares.add(1); } catch (UnsupportedOperationException e) { System.out.println("fixed"); }
    }
}
