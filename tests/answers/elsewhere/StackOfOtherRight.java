// proved
// One's own never is.
public class StackOfOtherRight {
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> { });
        other.start();
        assert Thread.currentThread().getStackTrace().length > 0;
        other.join();
    }
}
