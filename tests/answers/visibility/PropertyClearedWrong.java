// found: exception
// Integer.getInteger and Boolean.getBoolean read properties.
public class PropertyClearedWrong {
    public static void main(String[] args) throws Exception {
        System.setProperty("answers.depth", "3");
        Thread clearer = new Thread(() -> System.clearProperty("answers.depth"));
        clearer.start();
        int depth = Integer.getInteger("answers.depth");
        clearer.join();
        if (depth != 3) throw new IllegalStateException();
    }
}
