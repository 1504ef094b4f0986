// found: exception
// Nobody completes the future.
import java.util.concurrent.*;

public class FutureGetWrong {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        Thread completer = new Thread(() -> future.isDone());
        completer.start();
        int got = future.get(5, TimeUnit.SECONDS);
        completer.join();
    }
}
