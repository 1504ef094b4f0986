// found: assertion
// get and set of an updater.
import java.util.concurrent.atomic.*;

public class UpdaterFieldWrong {
    volatile int count;
    public static void main(String[] args) throws Exception {
        AtomicIntegerFieldUpdater<UpdaterFieldWrong> updater = AtomicIntegerFieldUpdater.newUpdater(UpdaterFieldWrong.class, "count");
        UpdaterFieldWrong object = new UpdaterFieldWrong();
        Runnable add = () -> updater.set(object, updater.get(object) + 1);
        Thread other = new Thread(add);
        other.start();
        add.run();
        other.join();
        assert object.count == 2;
    }
}
