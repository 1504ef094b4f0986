// found: exception
// What another thread enqueues may not be there yet.
import java.lang.ref.*;

public class ReferenceQueuedWrong {
    public static void main(String[] args) throws Exception {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Object kept = new Object();
        Reference<Object> reference = new WeakReference<>(kept, queue);
        Thread enqueuer = new Thread(reference::enqueue);
        enqueuer.start();
        Reference<?> got = queue.poll();
        if (got != reference) throw new IllegalStateException("nothing there");
        enqueuer.join();
        Reference.reachabilityFence(kept);
    }
}
