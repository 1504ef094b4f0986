import java.io.File;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/** What was not there may be there a moment later. */
class ExistsThenCreates {
    static final AtomicInteger OWNERS = new AtomicInteger();

    static void claim() {
        File claim = new File("exists-then-creates.tmp");
        try {
            if (!claim.exists()) {
                claim.createNewFile();
                OWNERS.incrementAndGet();
            }
        } catch (IOException exception) {
            throw new AssertionError(exception);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(ExistsThenCreates::claim);
        thread.start();
        claim();
        thread.join();
        assert OWNERS.get() == 1;
    }
}
