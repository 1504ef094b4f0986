// found: race
// A walk over the stack counts frames into a shared field.
public class WalkerWrong {
    static int frames;
    static void walk() {
        StackWalker.getInstance().forEach(frame -> frames++);
    }
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(WalkerWrong::walk);
        other.start();
        walk();
        other.join();
    }
}
