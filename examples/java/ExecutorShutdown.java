import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// A task of a pool hands the rest of its work to the same pool. If the pool is shut down meanwhile, that is rejected,
// and the task dies of an exception.
//
//     raddle check examples/java/ExecutorShutdown.java
//
// Expect: exception
class ExecutorShutdown {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> pool.execute(() -> System.out.println("all done")));
        pool.shutdown();
    }
}
