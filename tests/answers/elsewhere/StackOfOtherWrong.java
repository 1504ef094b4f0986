// found: assertion
// Another thread's stack is empty when it has ended.
public class StackOfOtherWrong {
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> { });
        other.start();
        assert other.getStackTrace().length > 0 || other.getState() != Thread.State.TERMINATED;
        other.join();
    }
}
