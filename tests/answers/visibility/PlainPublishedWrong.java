// found: race
// An atomic variable that is set and read plainly publishes nothing.
import java.util.concurrent.atomic.AtomicReference;

public class PlainPublishedWrong {
    static class Box {
        int value;
    }

    public static void main(String[] args) throws Exception {
        AtomicReference<Box> shared = new AtomicReference<>();
        Thread other = new Thread(() -> {
            Box box = new Box();
            box.value = 1;
            shared.setPlain(box);
        });
        other.start();
        Box seen = shared.getPlain();
        if (seen != null && seen.value != 1) throw new AssertionError();
        other.join();
    }
}
