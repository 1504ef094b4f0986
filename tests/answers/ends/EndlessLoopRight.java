// proved
// Somebody does.
public class EndlessLoopRight {
    static volatile boolean stop;
    public static void main(String[] args) throws Exception {
        Thread runner = new Thread(() -> { while (!stop) Thread.onSpinWait(); });
        runner.start();
        stop = true;
        runner.join();
    }
}
