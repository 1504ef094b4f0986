// found: assertion
// A future may be completed before it is cancelled.
import java.util.concurrent.*;

public class CancelOrCompleteWrong {
    static volatile boolean completed;
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        Thread completer = new Thread(() -> completed = future.complete(1));
        completer.start();
        boolean cancelled = future.cancel(true);
        completer.join();
        assert cancelled;
    }
}
