// found: assertion
// What a daemon removes may have begun.
public class HookRemovedWrong {
    static volatile boolean used = true;
    public static void main(String[] args) {
        Thread hook = new Thread(() -> { assert !used; });
        Runtime.getRuntime().addShutdownHook(hook);
        Thread remover = new Thread(() -> {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException underWay) {
                used = false;
            }
        });
        remover.setDaemon(true);
        remover.start();
    }
}
