// found: assertion
// Of two dependents one has run and the other not.
import java.util.concurrent.*;

public class TwoDependentsWrong {
    static volatile int first, second;
    public static void main(String[] args) throws Exception {
        CompletableFuture<Void> future = new CompletableFuture<>();
        CompletableFuture<Void> one = future.thenRun(() -> first = 1);
        CompletableFuture<Void> two = future.thenRun(() -> second = 1);
        Thread completer = new Thread(() -> future.complete(null));
        completer.start();
        if (first == 1 || second == 1) assert first + second == 2;
        completer.join();
    }
}
