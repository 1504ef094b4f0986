// found: assertion
// A priority that another thread sets.
public class ThreadPriorityWrong {
    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        Thread setter = new Thread(() -> main.setPriority(8));
        setter.start();
        assert main.getPriority() == 5;
        setter.join();
    }
}
