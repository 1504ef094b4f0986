// proved
// It is set before.
public class ThreadPriorityRight {
    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        Thread setter = new Thread(() -> main.setPriority(8));
        setter.start();
        setter.join();
        assert main.getPriority() == 8;
    }
}
