// Many small objects, most of them garbage soon.
public class Allocation {
    static final class Node {
        final Node left, right;
        final int value;

        Node(Node left, Node right, int value) {
            this.left = left;
            this.right = right;
            this.value = value;
        }

        int sum() {
            return value + (left == null ? 0 : left.sum()) + (right == null ? 0 : right.sum());
        }
    }

    static Node tree(int depth) {
        return depth == 0 ? new Node(null, null, 1) : new Node(tree(depth - 1), tree(depth - 1), depth);
    }

    public static void main(String[] args) {
        Node kept = tree(14);
        long sum = 0;
        for (int i = 0; i < 60; i++) sum += tree(13).sum();
        int[][] arrays = new int[64][];
        for (int i = 0; i < 300_000; i++) arrays[i & 63] = new int[i & 15];
        System.out.println(sum + " " + kept.sum() + " " + arrays[63].length);
    }
}
