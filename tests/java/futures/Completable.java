// CompletableFuture in its many forms.
package futures;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

public class Completable {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> five = CompletableFuture.supplyAsync(() -> 5);
        System.out.println(five.thenApply(x -> x + 1).thenCompose(x -> CompletableFuture.supplyAsync(() -> x * 2)).get());
        System.out.println(five.thenCombine(CompletableFuture.completedFuture(3), Integer::sum).join());
        CompletableFuture<Object> failed = CompletableFuture.supplyAsync(() -> { throw new IllegalArgumentException("bad"); });
        System.out.println(failed.handle((v, e) -> e.getClass().getSimpleName() + ":" + e.getCause().getMessage()).get());
        System.out.println(failed.exceptionally(e -> "recovered").get() + " " + failed.isCompletedExceptionally());
        try {
            failed.join();
        } catch (CompletionException exception) {
            System.out.println(exception.getMessage());
        }
        try {
            failed.get();
        } catch (ExecutionException exception) {
            System.out.println(exception.getCause().getMessage());
        }
        List<CompletableFuture<Integer>> all = IntStream.range(0, 5).mapToObj(i -> CompletableFuture.supplyAsync(() -> i * i)).toList();
        CompletableFuture.allOf(all.toArray(new CompletableFuture[0])).join();
        System.out.println(all.stream().mapToInt(CompletableFuture::join).sum());
        CompletableFuture<String> manual = new CompletableFuture<>();
        StringBuffer log = new StringBuffer();
        manual.thenAccept(v -> log.append("got ").append(v));
        manual.whenComplete((v, e) -> log.append(" done"));
        System.out.println(manual.complete("x") + " " + manual.complete("y") + " " + (log.length() == 10) + " " + manual.getNow("z"));
        System.out.println(CompletableFuture.anyOf(CompletableFuture.completedFuture("a"), new CompletableFuture<>()).get());
        try {
            new CompletableFuture<String>().orTimeout(10, TimeUnit.MILLISECONDS).join();
        } catch (CompletionException exception) {
            System.out.println(exception.getCause() instanceof TimeoutException);
        }
        System.out.println(new CompletableFuture<String>().completeOnTimeout("dflt", 5, TimeUnit.MILLISECONDS).get());
        CompletableFuture<String> cancelled = new CompletableFuture<>();
        cancelled.cancel(true);
        System.out.println(cancelled.isCancelled() + " " + cancelled.isDone());
        FutureTask<Integer> task = new FutureTask<>(() -> 9);
        new Thread(task).start();
        System.out.println(task.get() + " " + task.isDone() + " " + task.cancel(true));
        ExecutorService pool = Executors.newFixedThreadPool(2);
        System.out.println(CompletableFuture.supplyAsync(() -> "pool", pool).thenApplyAsync(String::toUpperCase, pool).get());
        pool.shutdown();
    }
}
