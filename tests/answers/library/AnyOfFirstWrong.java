// found: assertion
// Either may be first.
import java.util.concurrent.*;

public class AnyOfFirstWrong {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Object> one = new CompletableFuture<>(), two = new CompletableFuture<>();
        CompletableFuture<Object> any = CompletableFuture.anyOf(one, two);
        Thread completer = new Thread(() -> one.complete(1));
        completer.start();
        two.complete(2);
        Object first = any.join();
        assert first.equals(2);
        completer.join();
    }
}
