// proved
// Joining does.
public class SleepIsNoOrderRight {
    static volatile boolean done;
    public static void main(String[] args) throws Exception {
        Thread worker = new Thread(() -> done = true);
        worker.start();
        worker.join();
        assert done;
    }
}
