// found: assertion
// The value for a class may be computed by both threads, though one of them is dropped.
import java.util.concurrent.atomic.AtomicInteger;

public class ComputedClassValueWrong {
    static final AtomicInteger computed = new AtomicInteger();
    static final ClassValue<Object> values = new ClassValue<>() {
        @Override protected Object computeValue(Class<?> type) { computed.incrementAndGet(); return new Object(); }
    };
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> values.get(String.class));
        other.start();
        values.get(String.class);
        other.join();
        assert computed.get() == 1;
    }
}
