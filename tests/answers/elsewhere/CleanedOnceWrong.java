// found: assertion
// Who calls the action by hand calls it twice.
import java.lang.ref.*;
import java.util.concurrent.atomic.*;

public class CleanedOnceWrong {
    public static void main(String[] args) throws Exception {
        AtomicInteger closed = new AtomicInteger();
        Object resource = new Object();
        Runnable action = closed::incrementAndGet;
        Cleaner.Cleanable cleanable = Cleaner.create().register(resource, action);
        Thread other = new Thread(action);
        other.start();
        cleanable.clean();
        other.join();
        assert closed.get() == 1;
        Reference.reachabilityFence(resource);
    }
}
