// Options: --strategy random --max-runs 3
/** 200 threads on one lock. */
class ManyThreads {
    static int count;

    static synchronized void add() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[200];
        for (int number = 0; number < threads.length; number++) {
            threads[number] = new Thread(ManyThreads::add);
            threads[number].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert count == threads.length;
    }
}
