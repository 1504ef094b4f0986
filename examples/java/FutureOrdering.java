import java.util.concurrent.CompletableFuture;

// Two stages hang on one future, and the second one relies on what the first one did. Stages of one future have no order
// that a program may rely on: when both were added before the future is complete, the later one runs first.
//
//     raddle check examples/java/FutureOrdering.java
//
// Expect: exception
class FutureOrdering {
    static volatile String greeting;

    public static void main(String[] args) {
        CompletableFuture<String> name = new CompletableFuture<>();
        CompletableFuture<Void> greeted = name.thenAccept(text -> greeting = "hello " + text);
        CompletableFuture<Void> printed = name.thenAccept(text -> {
            assert greeting != null : "nobody was greeted yet";
        });
        new Thread(() -> name.complete("loom")).start();
        CompletableFuture.allOf(greeted, printed).join();
    }
}
