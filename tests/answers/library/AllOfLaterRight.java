// proved
// If it is done, they are.
import java.util.concurrent.*;

public class AllOfLaterRight {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Void> one = new CompletableFuture<>(), two = CompletableFuture.completedFuture(null);
        CompletableFuture<Void> all = CompletableFuture.allOf(one, two);
        Thread completer = new Thread(() -> one.complete(null));
        completer.start();
        if (all.isDone()) assert one.isDone();
        completer.join();
    }
}
