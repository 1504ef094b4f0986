// Cancelled futures and their dependents.
package futures;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

public class Cancelling {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> source = new CompletableFuture<>();
        CompletableFuture<Integer> next = source.thenApply(x -> x + 1);
        System.out.println(source.cancel(false) + " " + next.isCompletedExceptionally() + next.isCancelled());
        try { next.join(); } catch (CompletionException e) { System.out.println(e.getCause().getClass().getSimpleName()); } try { source.join(); } catch (CancellationException e) { System.out.println("cancelled"); }
    }
}
