// found: stuck
// The process waits for a hook, even if that is a daemon.
public class HookLeftoverWrong {
    public static void main(String[] args) {
        Thread hook = new Thread(() -> {
            synchronized (args) {
                try {
                    args.wait();
                } catch (InterruptedException nobody) {
                }
            }
        });
        hook.setDaemon(true);
        Runtime.getRuntime().addShutdownHook(hook);
    }
}
