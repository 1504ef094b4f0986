// proved
// Both are waited for.
import java.util.concurrent.*;

public class TwoDependentsRight {
    static volatile int first, second;
    public static void main(String[] args) throws Exception {
        CompletableFuture<Void> future = new CompletableFuture<>();
        CompletableFuture<Void> one = future.thenRun(() -> first = 1);
        CompletableFuture<Void> two = future.thenRun(() -> second = 1);
        Thread completer = new Thread(() -> future.complete(null));
        completer.start();
        one.join();
        two.join();
        assert first + second == 2;
        completer.join();
    }
}
