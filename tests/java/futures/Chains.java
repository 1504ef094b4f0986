// Long chains and trees of futures.
package futures;

import java.util.concurrent.CompletableFuture;

public class Chains {
    static CompletableFuture<Integer> sum(int from, int to) {
        if (to - from == 1) return CompletableFuture.supplyAsync(() -> from);
        int middle = (from + to) / 2;
        return sum(from, middle).thenCombineAsync(sum(middle, to), Integer::sum);
    }
    public static void main(String[] args) throws Exception {
        System.out.println(sum(0, 64).get());
        CompletableFuture<Integer> chain = CompletableFuture.completedFuture(0);
        for (int i = 0; i < 100; i++) { int n = i; chain = chain.thenApply(x -> x + n); }
        System.out.println(chain.join());
        CompletableFuture<String> first = new CompletableFuture<>(), second = new CompletableFuture<>();
        CompletableFuture<String> either = first.applyToEither(second, s -> "first was " + s);
        CompletableFuture<Void> both = first.thenAcceptBoth(second, (a, b) -> System.out.println(a + b));
        second.complete("2");
        System.out.println(either.get() + " " + both.isDone());
        first.completeExceptionally(new IllegalStateException("late"));
        System.out.println(both.isCompletedExceptionally() + " " + first.handle((v, e) -> e.getMessage()).get());
        System.out.println(CompletableFuture.failedFuture(new Exception("f")).exceptionally(Throwable::getMessage).get());
        CompletableFuture<Integer> copy = CompletableFuture.supplyAsync(() -> 7).copy();
        System.out.println(copy.thenRun(() -> {}).get() + " " + copy.get());
    }
}
