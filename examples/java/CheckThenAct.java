import java.util.concurrent.ConcurrentHashMap;

// Each call of a ConcurrentHashMap is atomic; two calls in a row are not. Both threads find nothing under the key, and
// one value overwrites the other. `merge` would be right.
//
//     raddle check examples/java/CheckThenAct.java
//
// Expect: assertion
class CheckThenAct {
    static void count(ConcurrentHashMap<String, Integer> counts, String word) {
        Integer before = counts.get(word);
        counts.put(word, before == null ? 1 : before + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();
        Thread one = new Thread(() -> count(counts, "loom"));
        Thread two = new Thread(() -> count(counts, "loom"));
        one.start();
        two.start();
        one.join();
        two.join();
        assert counts.get("loom") == 2 : counts;
    }
}
