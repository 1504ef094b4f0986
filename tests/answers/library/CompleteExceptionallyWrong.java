// found: exception
// The stage that follows fails with its predecessor, and join throws.
import java.util.concurrent.*;

public class CompleteExceptionallyWrong {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        Thread failing = new Thread(() -> future.completeExceptionally(new IllegalArgumentException()));
        failing.start();
        int got = future.thenApply(value -> value + 1).join();
        if (got != -1) throw new IllegalStateException();
        failing.join();
    }
}
