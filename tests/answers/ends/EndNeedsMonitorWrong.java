// found: livelock
// A thread takes the monitor of its object to end; who has it waits for ever to see that.
public class EndNeedsMonitorWrong {
    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
        });
        synchronized (thread) {
            thread.start();
            while (thread.isAlive()) Thread.yield();
        }
    }
}
