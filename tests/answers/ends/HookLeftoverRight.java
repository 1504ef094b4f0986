// proved
// It does not wait for what a hook starts.
public class HookLeftoverRight {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> new Thread(() -> {
            synchronized (args) {
                try {
                    args.wait();
                } catch (InterruptedException nobody) {
                }
            }
        }).start()));
    }
}
