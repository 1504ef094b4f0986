import java.util.concurrent.atomic.AtomicReference;

// Treiber's stack: the top is exchanged by compare-and-set, and who loses tries again. It is right, and every schedule of
// this driver shows it: what was pushed is popped, once each.
//
//     raddle check examples/java/LockFreeStack.java
//
// Expect: nothing
class LockFreeStack {
    static class Node {
        final int value;
        final Node below;

        Node(int value, Node below) {
            this.value = value;
            this.below = below;
        }
    }

    final AtomicReference<Node> top = new AtomicReference<>();

    void push(int value) {
        Node seen;
        do {
            seen = top.get();
        } while (!top.compareAndSet(seen, new Node(value, seen)));
    }

    /** The value on top; 0 if there is none. */
    int pop() {
        while (true) {
            Node seen = top.get();
            if (seen == null) {
                return 0;
            }
            if (top.compareAndSet(seen, seen.below)) {
                return seen.value;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LockFreeStack stack = new LockFreeStack();
        int[] popped = new int[2];
        Thread one = new Thread(() -> {
            stack.push(1);
            popped[0] = stack.pop();
        });
        Thread two = new Thread(() -> {
            stack.push(2);
            popped[1] = stack.pop();
        });
        one.start();
        two.start();
        one.join();
        two.join();
        assert popped[0] + popped[1] == 3 && popped[0] != popped[1] : popped[0] + " and " + popped[1];
        assert stack.pop() == 0;
    }
}
