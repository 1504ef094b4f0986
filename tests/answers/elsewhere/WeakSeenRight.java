// proved
// What it gave is kept.
import java.lang.ref.*;

public class WeakSeenRight {
    public static void main(String[] args) throws Exception {
        Object kept = new Object();
        WeakReference<Object> reference = new WeakReference<>(kept);
        Thread clearer = new Thread(reference::clear);
        clearer.start();
        Object seen = reference.get();
        if (seen != null) seen.hashCode();
        clearer.join();
        Reference.reachabilityFence(kept);
    }
}
