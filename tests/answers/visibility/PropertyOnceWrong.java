// found: assertion
// Both threads see no property, and both set it.
import java.util.concurrent.atomic.*;

public class PropertyOnceWrong {
    static final AtomicInteger setters = new AtomicInteger();
    static void set() {
        if (System.getProperty("answers.once") == null) {
            System.setProperty("answers.once", "yes");
            setters.incrementAndGet();
        }
    }
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(PropertyOnceWrong::set);
        other.start();
        set();
        other.join();
        assert setters.get() == 1;
    }
}
