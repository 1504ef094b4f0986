// found: assertion
// A value that changed and changed back goes unnoticed.
import java.util.concurrent.atomic.*;

public class AbaWrong {
    public static void main(String[] args) throws Exception {
        String a = "a", b = "b";
        AtomicStampedReference<String> top = new AtomicStampedReference<>(a, 0);
        Thread other = new Thread(() -> {
            top.compareAndSet(a, b, 0, 1);
            top.compareAndSet(b, a, 1, 2);
        });
        int stamp = top.getStamp();
        other.start();
        boolean set = top.getReference() == a;
        assert !set || top.getStamp() == stamp;
        other.join();
    }
}
