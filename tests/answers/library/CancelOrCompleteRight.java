// proved
// Exactly one of both succeeds.
import java.util.concurrent.*;

public class CancelOrCompleteRight {
    static volatile boolean completed;
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        Thread completer = new Thread(() -> completed = future.complete(1));
        completer.start();
        boolean cancelled = future.cancel(true);
        completer.join();
        assert cancelled != completed;
    }
}
