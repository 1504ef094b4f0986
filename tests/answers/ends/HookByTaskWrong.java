// found: race
// What a hook runs may be wrapped by the library.
import java.util.concurrent.FutureTask;

public class HookByTaskWrong {
    static int written;
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(new FutureTask<Integer>(() -> ++written)));
        Thread writer = new Thread(() -> written++);
        writer.setDaemon(true);
        writer.start();
    }
}
