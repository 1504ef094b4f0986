// proved
// The value is taken before it can be cleared.
public class PropertyClearedRight {
    public static void main(String[] args) throws Exception {
        System.setProperty("answers.depth", "3");
        int depth = Integer.getInteger("answers.depth");
        Thread clearer = new Thread(() -> System.clearProperty("answers.depth"));
        clearer.start();
        clearer.join();
        if (depth != 3) throw new IllegalStateException();
    }
}
