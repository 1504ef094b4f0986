// proved
// A hook may be a class of its own.
public class HookByTaskRight {
    static int written;
    static class Last extends Thread {
        public void run() {
            assert ++written == 2;
        }
    }
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Last());
        new Thread(() -> written++).start();
    }
}
