// proved
// Into a local.
public class WalkerRight {
    static int frames;
    static void walk() {
        long frames = StackWalker.getInstance().walk(all -> all.count());
    }
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(WalkerRight::walk);
        other.start();
        walk();
        other.join();
    }
}
