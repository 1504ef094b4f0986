// proved
// A stamp tells.
import java.util.concurrent.atomic.*;

public class AbaRight {
    public static void main(String[] args) throws Exception {
        String a = "a", b = "b";
        AtomicStampedReference<String> top = new AtomicStampedReference<>(a, 0);
        Thread other = new Thread(() -> {
            top.compareAndSet(a, b, 0, 1);
            top.compareAndSet(b, a, 1, 2);
        });
        int stamp = top.getStamp();
        other.start();
        boolean set = top.compareAndSet(a, "c", stamp, 9);
        assert !set || top.getStamp() == 9;
        other.join();
    }
}
