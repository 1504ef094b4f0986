// Object.clone, equals and hashCode contracts.
package misc;

public class CloneAndEquals {
    static class Node implements Cloneable {
        int value;
        Node next;
        int[] data = {1, 2};
        Node(int value, Node next) { this.value = value; this.next = next; }
        @Override protected Node clone() throws CloneNotSupportedException { return (Node) super.clone(); }
    }
    static class Plain { Object copy() throws CloneNotSupportedException { return clone(); } }

    public static void main(String[] args) throws Exception {
        Node node = new Node(1, new Node(2, null));
        Node copy = node.clone();
        copy.value = 9;
        copy.data[0] = 7;
        System.out.println(node.value + " " + (copy.next == node.next) + " " + node.data[0]);
        try {
            new Plain().copy();
        } catch (CloneNotSupportedException exception) {
            System.out.println(exception.getMessage());
        }
        Object[] shapes = {new int[] {1}, "x"};
        Object[] shallow = shapes.clone();
        System.out.println(shallow[0] == shapes[0]);
    }
}
