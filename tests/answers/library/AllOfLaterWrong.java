// found: assertion
// The future of all is completed after the last of them, not with it.
import java.util.concurrent.*;

public class AllOfLaterWrong {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Void> one = new CompletableFuture<>(), two = CompletableFuture.completedFuture(null);
        CompletableFuture<Void> all = CompletableFuture.allOf(one, two);
        Thread completer = new Thread(() -> one.complete(null));
        completer.start();
        if (one.isDone()) assert all.isDone();
        completer.join();
    }
}
