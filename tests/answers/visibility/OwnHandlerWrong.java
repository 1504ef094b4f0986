// found: race
// Two threads die at once, and the handler of both counts them without a lock.
import java.util.concurrent.atomic.*;

public class OwnHandlerWrong {
    static int deaths;
    static void die() { throw new IllegalStateException(); }
    public static void main(String[] args) throws Exception {
        Thread.UncaughtExceptionHandler handler = (thread, cause) -> deaths++;
        Thread first = new Thread(OwnHandlerWrong::die), second = new Thread(OwnHandlerWrong::die);
        first.setUncaughtExceptionHandler(handler);
        second.setUncaughtExceptionHandler(handler);
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
