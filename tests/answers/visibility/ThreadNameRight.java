// proved
// It was set before.
public class ThreadNameRight {
    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        Thread namer = new Thread(() -> main.setName("renamed"));
        namer.start();
        namer.join();
        String name = main.getName();
        assert name.equals("renamed");
    }
}
