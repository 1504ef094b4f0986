// found: deadlock
// Who ends the process waits for the hook, and the hook for that.
public class HookExitsWrong {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.exit(0)));
    }
}
