// proved
// Under a lock only one does.
import java.util.concurrent.atomic.*;

public class PropertyOnceRight {
    static final AtomicInteger setters = new AtomicInteger();
    static synchronized void set() {
        if (System.getProperty("answers.once") == null) {
            System.setProperty("answers.once", "yes");
            setters.incrementAndGet();
        }
    }
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(PropertyOnceRight::set);
        other.start();
        set();
        other.join();
        assert setters.get() == 1;
    }
}
