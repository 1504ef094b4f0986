// proved
// It looks once.
public class ThreadNameReadRight {
    public static void main(String[] args) throws Exception {
        Thread worker = new Thread(() -> {
            String name = Thread.currentThread().getName();
            assert name.equals("one") || name.equals("two");
        }, "one");
        worker.start();
        worker.setName("two");
        worker.join();
    }
}
