// found: assertion
// Sleeping long does not mean that others have done their work.
public class SleepIsNoOrderWrong {
    static volatile boolean done;
    public static void main(String[] args) throws Exception {
        Thread worker = new Thread(() -> done = true);
        worker.start();
        Thread.sleep(1000);
        assert done;
    }
}
