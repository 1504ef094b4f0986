import java.util.concurrent.atomic.AtomicIntegerArray;

// A table of 128 cells. Thread t inserts 11m + t for m = 1..4, each at the first free cell from its hash on, by
// compare-and-set. Argument: the number of threads. Classes of schedules: 1 up to 11 threads, then 8^(N-11).
class Indexer {
    static final int SIZE = 128;

    public static void main(String[] args) {
        int threads = Integer.parseInt(args[0]);
        AtomicIntegerArray table = new AtomicIntegerArray(SIZE);
        for (int number = 0; number < threads; number++) {
            int t = number;
            new Thread(() -> {
                for (int m = 1; m <= 4; m++) {
                    int w = 11 * m + t;
                    int h = 7 * w % SIZE;
                    while (!table.compareAndSet(h, 0, w)) {
                        h = (h + 1) % SIZE;
                    }
                }
            }).start();
        }
    }
}
