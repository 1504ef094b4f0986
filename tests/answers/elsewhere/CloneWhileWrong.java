// found: race, assertion
// A clone of an array may have the first half of a change.
public class CloneWhileWrong {
    public static void main(String[] args) throws Exception {
        long[] pair = {1, 1};
        Thread writer = new Thread(() -> {
            pair[0] = 2; pair[1] = 2;
        });
        writer.start();
        long[] copy;
        copy = pair.clone();
        writer.join();
        assert copy[0] == copy[1];
    }
}
