// proved
// Both under one lock.
public class CloneWhileRight {
    public static void main(String[] args) throws Exception {
        long[] pair = {1, 1};
        Thread writer = new Thread(() -> {
            synchronized (pair) { pair[0] = 2; pair[1] = 2; }
        });
        writer.start();
        long[] copy;
        synchronized (pair) { copy = pair.clone(); }
        writer.join();
        assert copy[0] == copy[1];
    }
}
