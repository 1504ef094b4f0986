// found: assertion
// The hook runs while a daemon is at work.
public class HookWrong {
    static volatile boolean done;
    public static void main(String[] args) throws Exception {
        Thread worker = new Thread(() -> done = true);
        worker.setDaemon(true);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> { assert done; }));
        worker.start();
    }
}
