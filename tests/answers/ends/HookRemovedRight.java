// proved
// Who is waited for removes it in time.
public class HookRemovedRight {
    public static void main(String[] args) {
        Thread hook = new Thread(() -> { assert false; });
        Runtime.getRuntime().addShutdownHook(hook);
        new Thread(() -> { assert Runtime.getRuntime().removeShutdownHook(hook); }).start();
    }
}
