// found: livelock
// Nobody ends this loop: its thread can always run, and never gets anywhere.
public class EndlessLoopWrong {
    static volatile boolean stop;
    public static void main(String[] args) throws Exception {
        Thread runner = new Thread(() -> { while (!stop) Thread.onSpinWait(); });
        runner.start();
        boolean seen = stop;
        runner.join();
    }
}
