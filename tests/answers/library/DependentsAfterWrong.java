// found: assertion
// Dependents of a future run after its completion, in the thread that completes it.
// Who sees the future done has not seen its dependent run.
import java.util.concurrent.*;

public class DependentsAfterWrong {
    static volatile int seen;
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        CompletableFuture<Void> dependent = future.thenAccept(value -> seen = value);
        Thread completer = new Thread(() -> future.complete(7));
        completer.start();
        future.join();
        assert seen == 7;
        completer.join();
    }
}
