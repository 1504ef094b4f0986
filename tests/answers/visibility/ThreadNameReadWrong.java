// found: assertion
// The thread looks at its own name twice, and another one changes it in between.
public class ThreadNameReadWrong {
    public static void main(String[] args) throws Exception {
        Thread worker = new Thread(() -> {
            String name = Thread.currentThread().getName();
            assert name == Thread.currentThread().getName();
        }, "one");
        worker.start();
        worker.setName("two");
        worker.join();
    }
}
