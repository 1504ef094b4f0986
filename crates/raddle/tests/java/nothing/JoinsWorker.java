import java.util.concurrent.ForkJoinPool;

/** Waits for the end of a worker that has nothing to do: it ends when its time is up. */
class JoinsWorker {
    static volatile Thread worker;

    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        pool.submit(() -> { worker = Thread.currentThread(); }).get();
        worker.join();
    }
}
