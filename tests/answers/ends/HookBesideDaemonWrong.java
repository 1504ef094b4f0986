// found: race
// A daemon goes on while hooks run.
public class HookBesideDaemonWrong {
    static int written;
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> written++));
        Thread writer = new Thread(() -> written++);
        writer.setDaemon(true);
        writer.start();
    }
}
