// found: deadlock
// Hooks run beside each other, and the process waits for both.
public class HookDeadlockWrong {
    static final Object first = new Object(), second = new Object();
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> { synchronized (first) { synchronized (second) { } } }));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> { synchronized (second) { synchronized (first) { } } }));
    }
}
