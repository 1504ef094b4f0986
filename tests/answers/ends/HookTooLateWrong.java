// found: exception
// The shutdown may be under way when the daemon comes to it.
public class HookTooLateWrong {
    public static void main(String[] args) {
        Thread late = new Thread(() -> Runtime.getRuntime().addShutdownHook(new Thread(() -> { })));
        late.setDaemon(true);
        late.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> { }));
    }
}
