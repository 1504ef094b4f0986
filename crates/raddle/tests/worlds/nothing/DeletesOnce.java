import java.io.File;
import java.util.concurrent.atomic.AtomicInteger;

class DeletesOnce {
    static final AtomicInteger DELETED = new AtomicInteger();

    static void delete() {
        if (new File("deletes-once.tmp").delete()) {
            DELETED.incrementAndGet();
        }
    }

    public static void main(String[] args) throws Exception {
        new File("deletes-once.tmp").createNewFile();
        Thread thread = new Thread(DeletesOnce::delete);
        thread.start();
        delete();
        thread.join();
        assert DELETED.get() == 1;
    }
}
