// proved
// It counts with that.
public class HookTooLateRight {
    static volatile boolean ready;
    public static void main(String[] args) {
        Thread late = new Thread(() -> {
            ready = true;
            try {
                Runtime.getRuntime().addShutdownHook(new Thread(() -> { assert ready; }));
            } catch (IllegalStateException underWay) {
                assert ready;
            }
        });
        late.setDaemon(true);
        late.start();
    }
}
