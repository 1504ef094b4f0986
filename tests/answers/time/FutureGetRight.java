// proved
// timeouts any: found: exception
// Somebody does, without anything to wait for.
import java.util.concurrent.*;

public class FutureGetRight {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        Thread completer = new Thread(() -> future.complete(1));
        completer.start();
        int got = future.get(5, TimeUnit.SECONDS);
        completer.join();
    }
}
