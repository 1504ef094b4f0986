// found: assertion
// A name that another thread sets.
public class ThreadNameWrong {
    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        Thread namer = new Thread(() -> main.setName("renamed"));
        namer.start();
        String name = main.getName();
        namer.join();
        assert name.equals("renamed");
    }
}
