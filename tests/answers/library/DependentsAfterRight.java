// proved
// Dependents of a future run after its completion, in the thread that completes it.
// Who joins the dependent has.
import java.util.concurrent.*;

public class DependentsAfterRight {
    static volatile int seen;
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        CompletableFuture<Void> dependent = future.thenAccept(value -> seen = value);
        Thread completer = new Thread(() -> future.complete(7));
        completer.start();
        dependent.join();
        assert seen == 7;
        completer.join();
    }
}
