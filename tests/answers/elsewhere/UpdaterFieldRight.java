// proved
// Its increment.
import java.util.concurrent.atomic.*;

public class UpdaterFieldRight {
    volatile int count;
    public static void main(String[] args) throws Exception {
        AtomicIntegerFieldUpdater<UpdaterFieldRight> updater = AtomicIntegerFieldUpdater.newUpdater(UpdaterFieldRight.class, "count");
        UpdaterFieldRight object = new UpdaterFieldRight();
        Runnable add = () -> updater.incrementAndGet(object);
        Thread other = new Thread(add);
        other.start();
        add.run();
        other.join();
        assert object.count == 2;
    }
}
