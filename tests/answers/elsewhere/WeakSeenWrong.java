// found: exception
// A reference that another thread clears.
import java.lang.ref.*;

public class WeakSeenWrong {
    public static void main(String[] args) throws Exception {
        Object kept = new Object();
        WeakReference<Object> reference = new WeakReference<>(kept);
        Thread clearer = new Thread(reference::clear);
        clearer.start();
        if (reference.get() != null) reference.get().hashCode();
        clearer.join();
        Reference.reachabilityFence(kept);
    }
}
