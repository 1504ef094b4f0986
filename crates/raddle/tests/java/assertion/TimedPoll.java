// Options: --timeouts any
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A poll with a timeout may find nothing, although something is offered at some time. */
class TimedPoll {
    public static void main(String[] args) throws InterruptedException {
        ArrayBlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
        new Thread(() -> queue.offer("late")).start();
        assert queue.poll(1, TimeUnit.SECONDS) != null : "the time was over first";
    }
}
