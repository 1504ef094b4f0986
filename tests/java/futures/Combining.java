// CompletableFuture: combining, racing, handling, in the common pool and in an executor of one's own.
package futures;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class Combining {
    public static void main(String[] args) throws Exception {
        ExecutorService own = Executors.newFixedThreadPool(2);
        List<CompletableFuture<Integer>> parts = IntStream.range(0, 10).mapToObj(i -> CompletableFuture.supplyAsync(() -> i * i, i % 2 == 0 ? own : Runnable::run)).collect(Collectors.toList());
        CompletableFuture<Integer> sum = CompletableFuture.allOf(parts.toArray(new CompletableFuture[0])).thenApply(none -> parts.stream().mapToInt(CompletableFuture::join).sum());
        System.out.println(sum.get());
        CompletableFuture<String> slow = new CompletableFuture<>();
        System.out.println(CompletableFuture.anyOf(slow, CompletableFuture.completedFuture("fast")).join() + " " + slow.isDone());
        System.out.println(CompletableFuture.supplyAsync(() -> 6).thenCombineAsync(CompletableFuture.supplyAsync(() -> 7), (a, b) -> a * b).join());
        System.out.println(slow.applyToEither(CompletableFuture.supplyAsync(() -> "either"), String::toUpperCase).join());
        StringBuilder log = new StringBuilder();
        CountDownLatch both = new CountDownLatch(1);
        CompletableFuture.supplyAsync(() -> "x", own).thenAcceptBothAsync(CompletableFuture.supplyAsync(() -> "y"), (x, y) -> { log.append(x).append(y); both.countDown(); }, own);
        both.await();
        System.out.println(log);
        CompletableFuture<Integer> failed = CompletableFuture.supplyAsync(() -> Integer.parseInt("nan"));
        System.out.println(failed.handle((value, thrown) -> thrown.getClass().getSimpleName() + " / " + thrown.getCause().getMessage()).join());
        System.out.println(failed.exceptionally(thrown -> -1).thenCompose(v -> CompletableFuture.supplyAsync(() -> v - 1)).join());
        try {
            failed.whenComplete((value, thrown) -> System.out.println("seen " + (thrown != null))).join();
        } catch (CompletionException exception) {
            System.out.println(exception.getCause().getClass().getName());
        }
        CompletionStage<String> stage = slow.minimalCompletionStage();
        slow.completeAsync(() -> "at last", own);
        System.out.println(stage.toCompletableFuture().get(5, TimeUnit.SECONDS) + " " + slow.getNow("none") + " " + slow.complete("late"));
        System.out.println(new CompletableFuture<String>().completeOnTimeout("default", 5, TimeUnit.MILLISECONDS).join());
        System.out.println(CompletableFuture.failedFuture(new IllegalStateException("f")).isCompletedExceptionally() + " " + slow.copy().join() + " " + slow.getNumberOfDependents());
        own.shutdown();
        System.out.println(own.awaitTermination(60, TimeUnit.SECONDS));
    }
}
