// proved
// timeouts any: found: assertion
// A future is completed all the same after a time: taken for long enough, unless that is asked for.
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

public class CompletedLate {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        future.completeOnTimeout(1, 10, TimeUnit.MILLISECONDS);
        Thread.sleep(1000);
        future.complete(2);
        assert future.get() == 2;
    }
}
