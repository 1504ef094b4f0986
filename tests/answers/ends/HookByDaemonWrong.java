// found: assertion
// Only a daemon registers something, and the end may come right after that.
public class HookByDaemonWrong {
    static volatile boolean ready;
    public static void main(String[] args) {
        Thread late = new Thread(() -> {
            try {
                Runtime.getRuntime().addShutdownHook(new Thread(() -> { assert ready; }));
            } catch (IllegalStateException underWay) {
                return;
            }
            ready = true;
        });
        late.setDaemon(true);
        late.start();
    }
}
