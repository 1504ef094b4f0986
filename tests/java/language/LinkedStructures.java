// Own linked list, tree and hash table.
package language;

public class LinkedStructures {
    static class Tree<T extends Comparable<T>> {
        T value;
        Tree<T> left, right;
        Tree(T value) { this.value = value; }
        void insert(T other) {
            if (other.compareTo(value) < 0) { if (left == null) left = new Tree<>(other); else left.insert(other); }
            else if (right == null) right = new Tree<>(other); else right.insert(other);
        }
        int height() { return 1 + Math.max(left == null ? 0 : left.height(), right == null ? 0 : right.height()); }
        void walk(StringBuilder out) { if (left != null) left.walk(out); out.append(value).append(' '); if (right != null) right.walk(out); }
    }
    static class Cell { int value; Cell next; Cell(int value, Cell next) { this.value = value; this.next = next; } }
    public static void main(String[] args) {
        Tree<String> tree = new Tree<>("m");
        for (String s : "q d x a f z b".split(" ")) tree.insert(s);
        StringBuilder out = new StringBuilder();
        tree.walk(out);
        System.out.println(out + "" + tree.height());
        Cell head = null;
        for (int i = 0; i < 10; i++) head = new Cell(i * i, head);
        Cell reversed = null;
        while (head != null) { Cell next = head.next; head.next = reversed; reversed = head; head = next; }
        int sum = 0;
        for (Cell cell = reversed; cell != null; cell = cell.next) sum = sum * 3 + cell.value;
        System.out.println(sum);
    }
}
