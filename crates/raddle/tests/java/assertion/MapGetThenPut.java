import java.util.concurrent.ConcurrentHashMap;

/** Two calls of a concurrent map are not one. */
class MapGetThenPut {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        map.put(1, 0);
        Thread other = new Thread(() -> map.put(1, map.get(1) + 1));
        other.start();
        map.put(1, map.get(1) + 1);
        other.join();
        assert map.get(1) == 2;
    }
}
