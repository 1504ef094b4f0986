// proved
// The end of a thread that is no daemon comes before the hooks, and is seen by them.
public class HookBesideDaemonRight {
    static int written;
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> { assert ++written == 2; }));
        new Thread(() -> written++).start();
    }
}
