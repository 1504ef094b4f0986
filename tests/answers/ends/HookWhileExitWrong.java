// found: exception
// Nothing can be registered for the end once it has begun.
public class HookWhileExitWrong {
    public static void main(String[] args) {
        new Thread(() -> Runtime.getRuntime().addShutdownHook(new Thread(() -> {
        }))).start();
        System.exit(0);
    }
}
