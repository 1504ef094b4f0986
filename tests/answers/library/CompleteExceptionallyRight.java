// proved
// It is handled.
import java.util.concurrent.*;

public class CompleteExceptionallyRight {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        Thread failing = new Thread(() -> future.completeExceptionally(new IllegalArgumentException()));
        failing.start();
        int got = future.thenApply(value -> value + 1).exceptionally(cause -> -1).join();
        if (got != -1) throw new IllegalStateException();
        failing.join();
    }
}
