// proved
// It runs when the others are over.
public class HookRight {
    static volatile boolean done;
    public static void main(String[] args) throws Exception {
        Thread worker = new Thread(() -> done = true);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> { assert done; }));
        worker.start();
    }
}
