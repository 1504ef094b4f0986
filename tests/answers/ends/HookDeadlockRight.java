// proved
// Both take the locks in one order.
public class HookDeadlockRight {
    static final Object first = new Object(), second = new Object();
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> { synchronized (first) { synchronized (second) { } } }));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> { synchronized (first) { synchronized (second) { } } }));
    }
}
