// A heap of 100,000 objects, to fork.
public class Heap {
    static final class Cell {
        final Cell next;
        int value;

        Cell(Cell next, int value) {
            this.next = next;
            this.value = value;
        }
    }

    static Cell first;

    public static void main(String[] args) {
        for (int i = 0; i < 100_000; i++) first = new Cell(first, i);
        System.out.println(first.value);
    }
}
