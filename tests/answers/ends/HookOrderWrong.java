// found: assertion
// Hooks have no order.
public class HookOrderWrong {
    static volatile boolean flushed;
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> flushed = true));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> { assert flushed; }));
    }
}
